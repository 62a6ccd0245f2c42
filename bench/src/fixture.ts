import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { moment, openDatabase, type Database } from './database.js';
import { gatewayProgram, startProgram, type Program } from './program.js';

export const apiKey = 'a key for measuring';
export const channelId = 'approvals';
export const chatId = 5_000_000_001;
export const talkId = 'talk';
export const promptCount = 10_000;
export const messageCount = 100_000;

/** A database with two channels, open prompts and messages, and a copy of it, so that gateway and baseline each write to their own. */
export interface Fixture {
  readonly engine: Database['engine'];
  startGateway(): Promise<Program>;
  /** Address of the copy. */
  readonly copy: string;
  /** Writes pending callbacks, distributed over the receivers. The gateway must not run. */
  addPendingCallbacks(count: number, receivers: readonly string[]): Promise<void>;
  /** Makes this number of open prompts overdue, with a callback on expiry. The gateway must not run. */
  makePromptsOverdue(count: number, receiver: string): Promise<void>;
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

/** Creates the databases; `server` null: SQLite. */
export async function createFixture(folder: string, platform: string, server: string | null): Promise<Fixture> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const [main, copy] = server === null ? [join(dataDir, 'gateway.db'), join(dataDir, 'copy.db')] : twoDatabases(server);
  if (server !== null) await onServer(server, `CREATE DATABASE ${nameOf(main)}`);
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    USE_AUTH: 'true',
    GATEWAY_API_KEY: apiKey,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    DATA_DIR: dataDir,
    PLATFORM_TELEGRAM_API_URL: platform,
    // Presses are posted directly to the gateway. The platform only registers this address.
    PUBLIC_WEBHOOK_URL: 'http://127.0.0.1:1',
    ...(server !== null && {
      DATABASE_URL: main,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      CALLBACK_SIGNING_SECRET: 'a secret for measuring',
    }),
  };
  const startGateway = () => startProgram(folder, [gatewayProgram], env);
  await registerChannels(startGateway);
  await seed(main);
  if (server === null) copyFileSync(main, copy);
  else await onServer(server, `CREATE DATABASE ${nameOf(copy)} TEMPLATE ${nameOf(main)}`);

  return {
    engine: server === null ? 'sqlite' : 'postgresql',
    startGateway,
    copy,
    addPendingCallbacks: (count, receivers) => addPendingCallbacks(main, count, receivers),
    makePromptsOverdue: (count, receiver) => makePromptsOverdue(main, count, receiver),
    async drop() {
      if (server === null) return;
      for (const address of [main, copy])
        await onServer(server, `DROP DATABASE IF EXISTS ${nameOf(address)} WITH (FORCE)`);
    },
  };
}

async function registerChannels(startGateway: () => Promise<Program>): Promise<void> {
  const gateway = await startGateway();
  const channels = [
    { channel_id: channelId, channel_type: 'PROMPT' },
    { channel_id: talkId, channel_type: 'MESSAGE', callback_url: 'http://127.0.0.1:1/' },
  ];
  for (const channel of channels) {
    const response = await fetch(`${gateway.url}/v1/channels/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({
        ...channel,
        platform: 'telegram',
        target_chat_id: String(chatId),
        credentials: { bot_token: '123456789:a-token-for-measuring' },
      }),
    });
    if (!response.ok) throw new Error(`The channel could not be registered: ${await response.text()}`);
  }
  await gateway.stop();
}

async function seed(address: string): Promise<void> {
  const database = openDatabase(address);
  const no = database.engine === 'sqlite' ? '0' : 'false';
  await database.transaction(async (tx) => {
    const [channel] = await tx.all('SELECT account FROM channel');
    for (let num = 1; num <= promptCount; num += 1) {
      const at = Date.now() - (promptCount - num) * 1000;
      await tx.all(
        `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
           notify_on_expiry, nonce, message_id, state, created_at, expires_at)
         VALUES ('default', ?, ?, 'telegram', ?, ?, ?, ?, ${no}, ${no}, ?, ?, 'pending', ?, ?) RETURNING num`,
        [
          num,
          channelId,
          String(chatId),
          channel?.['account'] as string,
          `Deploy version 2.4.${num} to production? All checks have passed.`,
          '["Deploy now","Tonight","Do not deploy"]',
          'A23456789B123456',
          String(num),
          moment(database.engine, at),
          moment(database.engine, Date.now() + 86_400_000),
        ],
      );
    }
    await tx.all('UPDATE organization SET prompt_seq = ? RETURNING id', [promptCount]);
    for (let count = 1; count <= messageCount; count += 1) {
      await tx.all(
        `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, from_user, from_id, platform_message_id, created_at)
         VALUES ('default', ?, ?, ?, ?, 'telegram', 'ada', ?, ?, ?) RETURNING seq`,
        [
          randomUUID(),
          talkId,
          count % 2 === 0 ? 'inbound' : 'outbound',
          `Message ${count}: the deployment has been going on for some time now.`,
          String(chatId),
          String(count),
          moment(database.engine, Date.now() - (messageCount - count) * 100),
        ],
      );
    }
  });
  await database.all('ANALYZE');
  await database.close();
}

async function addPendingCallbacks(address: string, count: number, receivers: readonly string[]): Promise<void> {
  const database = openDatabase(address);
  const [no, yes] = database.engine === 'sqlite' ? ['0', '1'] : ['false', 'true'];
  await database.transaction(async (tx) => {
    for (let num = 1; num <= count; num += 1) {
      const id = randomUUID();
      const url = receivers[num % receivers.length] ?? '';
      const now = moment(database.engine, Date.now());
      const body = {
        type: 'prompt.answered',
        event_id: id,
        prompt_id: `#${num}`,
        prompt_num: num,
        channel_id: channelId,
        answer: { type: 'option', value: 'Deploy now' },
      };
      await tx.all(
        `INSERT INTO delivery (organization_id, id, event_type, channel_id, prompt_num, url, destination, body, signed, erase, state, run_at, created_at)
         VALUES ('default', ?, 'prompt.answered', ?, ?, ?, ?, ?, ${yes}, ${no}, 'pending', ?, ?) RETURNING seq`,
        [id, channelId, num, url, new URL(url).origin, JSON.stringify(body), now, now],
      );
    }
  });
  await database.close();
}

async function makePromptsOverdue(address: string, count: number, receiver: string): Promise<void> {
  const database = openDatabase(address);
  await database.transaction(async (tx) => {
    await tx.all(
      `UPDATE prompt SET expires_at = ?, notify_on_expiry = ${database.engine === 'sqlite' ? '1' : 'true'}, callback_url = ?
       WHERE state = 'pending' AND num <= ? RETURNING num`,
      [moment(database.engine, Date.now() - 1000), receiver, count],
    );
  });
  await database.close();
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

const nameOf = (address: string) => new URL(address).pathname.slice(1);

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
