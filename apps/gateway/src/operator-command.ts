import { DEFAULT_ORGANIZATION, passwordLinkFor, setUpLink, type NewLink, type Store } from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from './clock.js';
import { parseConfig, type Config, type Environment } from './config.js';
import { localUrl } from './local-url.js';
import { linkOf } from './one-time-link.js';

/** Names of errors whose message tells the operator what to do. */
const explained = new Set(['ConfigError', 'MigrationRefused', 'StorageUnavailable']);

export interface CommandResult {
  readonly code: 0 | 1;
  readonly output: string;
}

const failed = (output: string): CommandResult => ({ code: 1, output });
const done = (output: string): CommandResult => ({ code: 0, output });

/**
 * Runs `list`, `setup-link` or `reset-password <e-mail>`, which require access to the gateway's machine and no sign-in. They use the
 * database directly, even while the gateway is running. It does not need to be notified, because it looks links up when they are used.
 */
export async function operatorCommand(args: readonly string[], env: Environment): Promise<CommandResult> {
  const [name, email, ...rest] = args;
  if (rest.length > 0 || (name === 'reset-password') !== (email !== undefined)) return unknown(args);
  try {
    const config = parseConfig(env);
    const store = await openStore({
      databaseUrl: config.databaseUrl ?? undefined,
      dataDir: config.dataDir,
      maintenance: true,
    });
    try {
      return await run(name ?? '', email ?? '', store, config);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof Error && explained.has(error.name)) return failed(error.message);
    throw error;
  }
}

async function run(name: string, email: string, store: Store, config: Config): Promise<CommandResult> {
  const linkFor = ({ link, token }: NewLink) =>
    linkOf(config.publicUrl ?? localUrl(config.host, config.port), link.purpose, token);
  switch (name) {
    case 'list': {
      const operators = await store.operators.list(DEFAULT_ORGANIZATION);
      if (operators.length === 0)
        return done('There is no operator yet: create the first one with gateway operator setup-link.');
      return done(
        operators
          .map(
            (each) =>
              `${each.email}  ${each.role}  ${each.name}  last seen ${each.lastSeenAt?.toISOString() ?? 'never'}`,
          )
          .join('\n'),
      );
    }
    case 'setup-link': {
      const created = await setUpLink({ store, clock: systemClock });
      if (!created)
        return failed(
          'There is an operator already: list them with gateway operator list, or use gateway operator reset-password.',
        );
      return done(`Create the first operator within 24 hours:\n${linkFor(created)}`);
    }
    case 'reset-password': {
      const created = await passwordLinkFor({ store, clock: systemClock }, email);
      if (!created) return failed(`No operator has the e-mail address ${email}: list them with gateway operator list.`);
      return done(`Set a new password for ${email} within an hour; the link works once:\n${linkFor(created)}`);
    }
    default:
      return unknown([name]);
  }
}

function unknown(args: readonly string[]): CommandResult {
  return failed(
    `Unknown command ${JSON.stringify(args.join(' '))}: use list, setup-link, or reset-password with an e-mail address.`,
  );
}
