import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { fill } from './fill.js';
import { apiKey, channelId, chatId, noLimits, talkId } from './names.js';
import { gatewayProgram, startProgram, type Program } from './program.js';
import { chatOfTalk, json } from './shots.js';

export type Engine = 'sqlite' | 'postgresql';

/** A database with channels, open prompts and messages, and a copy of it, so that gateway and baseline each write to their own. */
export interface Fixture {
  readonly engine: Engine;
  /** Address of the database of the gateway. */
  readonly address: string;
  /** Address of the copy. */
  readonly copy: string;
  /** `nodeArguments` are added to BENCH_NODE_OPTIONS, `env` to the settings. */
  startGateway(more?: {
    readonly nodeArguments?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  }): Promise<Program>;
  /** Process ids of PostgreSQL that serve one of the two databases now; none on SQLite or when the server is elsewhere. */
  backends(address: string): Promise<number[]>;
  /** Size of the gateway's database; NaN on SQLite. */
  storedBytes(): Promise<number>;
  drop(): Promise<void>;
}

/** Address of a PostgreSQL server that accepts our connection; null when none is found. */
export async function findPostgres(): Promise<string | null> {
  const address = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
  return onServer(address, 'SELECT 1').then(
    () => address,
    () => null,
  );
}

export interface FixtureSetting {
  readonly folder: string;
  readonly platform: string;
  /** They receive the callbacks of the MESSAGE channels, one each. */
  readonly receiverPorts: readonly number[];
  /** Address of PostgreSQL; null: SQLite. */
  readonly server: string | null;
}

/** Creates the databases. `rows` fills the first one before it is copied. */
export async function createFixture(
  { folder, platform, receiverPorts, server }: FixtureSetting,
  { rows = fill, hasCopy = true }: { rows?: (address: string) => Promise<void>; hasCopy?: boolean } = {},
): Promise<Fixture> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const [main, copy] = server === null ? [join(dataDir, 'gateway.db'), join(dataDir, 'copy.db')] : twoDatabases(server);
  if (server !== null) await onServer(server, `CREATE DATABASE ${nameOf(main)}`);
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    USE_AUTH: 'true',
    GATEWAY_API_KEY: apiKey,
    ...noLimits,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    DATA_DIR: dataDir,
    PLATFORM_TELEGRAM_API_URL: platform,
    // Presses are posted directly to the gateway. The platform only registers this address.
    PUBLIC_WEBHOOK_URL: 'http://127.0.0.1:1',
    ...(server !== null && {
      DATABASE_URL: main,
      SHUTDOWN_DELAY_MS: '0',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      CALLBACK_SIGNING_SECRET: 'a secret for measuring',
    }),
  };
  const startGateway: Fixture['startGateway'] = ({ nodeArguments = [], env: more = {} } = {}) =>
    startProgram(folder, [...nodeArguments, gatewayProgram], { ...env, ...more });
  const drop = async () => {
    if (server === null) return;
    for (const address of [main, copy])
      await onServer(server, `DROP DATABASE IF EXISTS ${nameOf(address)} WITH (FORCE)`);
  };
  try {
    const gateway = await startGateway();
    await registerChannels(gateway, receiverPorts);
    await gateway.stop();
    await rows(main);
    if (hasCopy) {
      if (server === null) copyFileSync(main, copy);
      else await onServer(server, `CREATE DATABASE ${nameOf(copy)} TEMPLATE ${nameOf(main)}`);
    }
  } catch (error) {
    await drop();
    throw error;
  }

  return {
    engine: server === null ? 'sqlite' : 'postgresql',
    startGateway,
    address: main,
    copy,
    async backends(address) {
      if (server === null || !isLocal(server)) return [];
      const rows = await onServer(server, `SELECT pid FROM pg_stat_activity WHERE datname = '${nameOf(address)}'`);
      return rows.map(({ pid }) => pid as number);
    },
    async storedBytes() {
      if (server === null) return Number.NaN;
      const [row] = await onServer(server, `SELECT pg_database_size('${nameOf(main)}')::float8 AS bytes`);
      return row?.['bytes'] as number;
    },
    drop,
  };
}

async function registerChannels({ url }: Program, receiverPorts: readonly number[]): Promise<void> {
  const channels = [
    { channel_id: channelId, channel_type: 'PROMPT', target_chat_id: String(chatId) },
    {
      channel_id: talkId,
      channel_type: 'MESSAGE',
      target_chat_id: String(chatId),
      callback_url: 'http://127.0.0.1:1/',
    },
    ...receiverPorts.map((port, index) => ({
      channel_id: `${talkId}-${index}`,
      channel_type: 'MESSAGE',
      target_chat_id: String(chatOfTalk(index)),
      callback_url: `http://127.0.0.1:${port}/`,
    })),
  ];
  for (const channel of channels) {
    const response = await fetch(`${url}/v1/channels/new`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        ...channel,
        platform: 'telegram',
        credentials: { bot_token: '123456789:a-token-for-measuring' },
      }),
    });
    if (!response.ok) throw new Error(`The channel could not be registered: ${await response.text()}`);
  }
}

function twoDatabases(server: string): [string, string] {
  const name = `gateway_bench_${randomUUID().replaceAll('-', '')}`;
  const at = (suffix: string) => {
    const url = new URL(server);
    url.pathname = `/${name}${suffix}`;
    return url.href;
  };
  return [at(''), at('_copy')];
}

const isLocal = (server: string) => ['127.0.0.1', 'localhost', '[::1]', ''].includes(new URL(server).hostname);

/** The name of the database in an address. */
export const nameOf = (address: string) => new URL(address).pathname.slice(1);

/** Runs a statement on a connection of its own. */
export async function onServer(server: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
