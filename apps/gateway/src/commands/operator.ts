import {
  DEFAULT_ORGANIZATION,
  passwordLinkFor,
  resetSecondFactorOf,
  setUpLink,
  type NewLink,
  type Store,
} from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from '../service/clock.js';
import { parseConfig, type Config } from '../settings/config.js';
import { localUrl } from '../network/local-url.js';
import { linkOf } from '../sign-in/one-time-link.js';
import { CommandError, UsageError, type Terminal } from './command.js';

/**
 * Runs `list`, `setup-link`, `reset-password <e-mail>` or `reset-second-factor <e-mail>`, which require access to the gateway's machine and no sign-in. They use the
 * database directly, even while the gateway is running. It does not need to be notified, because it looks links up when they are used.
 */
export async function operator(args: readonly string[], { env, print }: Terminal): Promise<0> {
  const [name, email, ...rest] = args;
  if (rest.length > 0 || (name?.startsWith('reset-') ?? false) !== (email !== undefined)) throw unknown(args);
  const config = parseConfig(env);
  const store = await openStore({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    maintenance: true,
  });
  try {
    print(await run(name ?? '', email ?? '', store, config));
    return 0;
  } finally {
    await store.close();
  }
}

async function run(name: string, email: string, store: Store, config: Config): Promise<string> {
  const linkFor = ({ link, token }: NewLink) =>
    linkOf(config.publicUrl ?? localUrl(config.host, config.port), link.purpose, token);
  switch (name) {
    case 'list': {
      const operators = await store.operators.list(DEFAULT_ORGANIZATION);
      if (operators.length === 0)
        return 'There is no operator yet: create the first one with gateway-server operator setup-link.';
      return operators
        .map(
          (each) =>
            `${each.email}  ${each.role}  ${each.name}  last seen ${each.lastSeenAt?.toISOString() ?? 'never'}${each.secondFactorSince === null ? '' : '  second factor'}`,
        )
        .join('\n');
    }
    case 'setup-link': {
      const created = await setUpLink({ store, clock: systemClock });
      if (!created)
        throw new CommandError(
          'There is an operator already: list them with gateway-server operator list, or use gateway-server operator reset-password.',
        );
      return `Create the first operator within 24 hours:\n${linkFor(created)}`;
    }
    case 'reset-password': {
      const created = await passwordLinkFor({ store, clock: systemClock }, email);
      if (!created)
        throw new CommandError(
          `No operator has the e-mail address ${email}: list them with gateway-server operator list.`,
        );
      return `Set a new password for ${email} within an hour; the link works once:\n${linkFor(created)}`;
    }
    case 'reset-second-factor': {
      const removed = await resetSecondFactorOf({ store, clock: systemClock }, email);
      if (removed === null)
        throw new CommandError(
          `No operator has the e-mail address ${email}: list them with gateway-server operator list.`,
        );
      return removed
        ? `${email} has no second factor any more and is signed out. The password is unchanged.`
        : `${email} has no second factor: nothing was changed.`;
    }
    default:
      throw unknown([name]);
  }
}

function unknown(args: readonly string[]): UsageError {
  return new UsageError(
    args.length === 0 ? 'A command is missing.' : `Unknown command ${JSON.stringify(args.join(' '))}.`,
  );
}
