import { DEFAULT_ORGANIZATION, passwordLinkFor, setUpLink, type NewLink, type Store } from '@gateway/core';
import { openStore } from '@gateway/store';
import { systemClock } from './clock.js';
import { parseConfig, type Config, type Environment } from './config.js';
import { localUrl } from './local-url.js';
import { linkOf } from './one-time-link.js';

/** Errors whose message is written for the operator. */
const explained = new Set(['ConfigError', 'MigrationRefused', 'StorageUnavailable']);

export interface CommandResult {
  readonly code: 0 | 1;
  readonly output: string;
}

const failed = (output: string): CommandResult => ({ code: 1, output });
const done = (output: string): CommandResult => ({ code: 0, output });

/**
 * `list`, `setup-link` and `reset-password <e-mail>`: what whoever runs the gateway's machine may do without signing in. Speaks to
 * the database, beside a gateway that may be running; such a one needs no word of it, for it looks links up when they are used.
 */
export async function operatorCommand(args: readonly string[], env: Environment): Promise<CommandResult> {
  const [name, email, ...rest] = args;
  if (rest.length > 0 || (name === 'reset-password') !== (email !== undefined)) return unknown(args);
  try {
    const config = parseConfig(env);
    const store = await openStore({
      databaseUrl: config.databaseUrl ?? undefined,
      dataDir: config.dataDir,
      visit: true,
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
      if (operators.length === 0) return done('There is no operator yet: gateway operator setup-link makes the first.');
      return done(
        operators
          .map((one) => `${one.email}  ${one.role}  ${one.name}  last seen ${one.lastSeenAt?.toISOString() ?? 'never'}`)
          .join('\n'),
      );
    }
    case 'setup-link': {
      const made = await setUpLink({ store, clock: systemClock });
      if (!made)
        return failed('There is an operator already: gateway operator list shows who, reset-password helps in.');
      return done(`Become the first operator, within 24 hours:\n${linkFor(made)}`);
    }
    case 'reset-password': {
      const made = await passwordLinkFor({ store, clock: systemClock }, email);
      if (!made) return failed(`No operator has the e-mail address ${email}: gateway operator list shows all.`);
      return done(`A new password for ${email}, once and within an hour:\n${linkFor(made)}`);
    }
    default:
      return unknown([name]);
  }
}

function unknown(args: readonly string[]): CommandResult {
  return failed(
    `There is no command ${JSON.stringify(args.join(' '))}: give list, setup-link, or reset-password with an e-mail address.`,
  );
}
