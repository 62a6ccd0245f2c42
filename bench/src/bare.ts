import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { moment, openDatabase, type Row } from './database.js';

/**
 * The baseline of the measurements: an Express server that runs the same statements for one caller without keys, checks,
 * limits, log lines or background work. Arguments: the database address and the platform address.
 */
const [address = '', platform = ''] = process.argv.slice(2);
const database = openDatabase(address);
const { engine } = database;
async function listPrompts(limit: number): Promise<Row[]> {
  const rows = await database.all(
    `SELECT * FROM prompt WHERE organization_id = ? AND state = 'pending' AND (expires_at IS NULL OR expires_at > ?)
     ORDER BY num DESC LIMIT ?`,
    ['default', moment(engine, Date.now()), limit],
  );
  return rows.map(record);
}

async function createPrompt({ channel_id, text, options, callback_url, ttl_sec = 3600 }: Row): Promise<Row> {
  const [channel] = await database.all('SELECT * FROM channel WHERE organization_id = ? AND channel_id = ?', [
    'default',
    channel_id,
  ]);
  if (!channel) throw new Error('There is no such channel.');
  const now = Date.now();
  const num = await database.transaction(async (tx) => {
    const [organization] = await tx.all(
      'UPDATE organization SET prompt_seq = prompt_seq + 1 WHERE id = ? RETURNING prompt_seq',
      ['default'],
    );
    const number = organization?.['prompt_seq'] as number;
    await tx.all(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text, callback_url,
         notify_on_expiry, nonce, state, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${engine === 'sqlite' ? 0 : false}, ?, ${engine === 'sqlite' ? 0 : false}, ?, 'posting', ?, ?) RETURNING *`,
      [
        'default',
        number,
        channel_id,
        channel['platform'],
        channel['target_chat_id'],
        channel['account'],
        text,
        JSON.stringify(options),
        callback_url ?? null,
        'nonce',
        moment(engine, now),
        moment(engine, now + ttl_sec * 1000),
      ],
    );
    return number;
  });
  const keyboard = (options as string[]).map((label, index) => [
    { text: label, callback_data: `${num}.${index}.nonce` },
  ]);
  const posted = await fetch(`${platform}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: channel['target_chat_id'], text, reply_markup: { inline_keyboard: keyboard } }),
  });
  const { result } = (await posted.json()) as { result: { message_id: number } };
  const messageId = String(result.message_id);
  await database.transaction(async (tx) => {
    await tx.all(
      `UPDATE prompt SET state = 'pending', message_id = ? WHERE organization_id = ? AND num = ? RETURNING channel_id`,
      [messageId, 'default', num],
    );
    await tx.all(
      `INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num) VALUES (?, ?, ?, ?)
       ON CONFLICT (organization_id, channel_id, message_id) DO UPDATE SET prompt_num = excluded.prompt_num`,
      ['default', channel_id, messageId, num],
    );
  });
  return { prompt_id: `#${num}`, channel_id, message_id: messageId };
}

async function listMessages(limit: number): Promise<Row[]> {
  const rows = await database.all('SELECT * FROM message WHERE organization_id = ? ORDER BY seq DESC LIMIT ?', [
    'default',
    limit,
  ]);
  return rows.map(message);
}

async function sendMessage({ channel_id, text }: Row): Promise<Row> {
  const [channel] = await database.all('SELECT * FROM channel WHERE organization_id = ? AND channel_id = ?', [
    'default',
    channel_id,
  ]);
  if (!channel) throw new Error('There is no such channel.');
  const posted = await fetch(`${platform}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: channel['target_chat_id'], text }),
  });
  const { result } = (await posted.json()) as { result: { message_id: number } };
  const [row] = await database.transaction((tx) =>
    tx.all(
      `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, platform_message_id, created_at)
       VALUES (?, ?, ?, 'outbound', ?, ?, ?, ?) RETURNING *`,
      [
        'default',
        randomUUID(),
        channel_id,
        text,
        channel['platform'],
        String(result.message_id),
        moment(engine, Date.now()),
      ],
    ),
  );
  return message(row ?? {});
}

async function status(): Promise<Row> {
  const [counts] = await database.all(
    `SELECT (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'pending' AND (expires_at IS NULL OR expires_at > ?)) AS pending,
       (SELECT count(*) FROM prompt WHERE organization_id = ? AND state = 'answered' AND answered_at > ?) AS answered`,
    ['default', moment(engine, Date.now()), 'default', moment(engine, Date.now() - 86_400_000)],
  );
  const active = await database.all(
    `SELECT platform, count(*) AS channels FROM channel WHERE is_active = ${engine === 'sqlite' ? 1 : true} GROUP BY platform`,
  );
  return {
    status: 'ok',
    ...counts,
    platforms: Object.fromEntries(active.map((row) => [row['platform'], Number(row['channels'])])),
  };
}

function message(row: Row): Row {
  const { organization_id: _organization, seq: _seq, created_at, ...rest } = row;
  return { ...rest, created_at: time(created_at as number) };
}

const time = (value: number | Date | null) => (value === null ? null : new Date(value).toISOString());

function record(row: Row): Row {
  return {
    id: `#${row['num']}`,
    prompt_num: row['num'],
    channel_id: row['channel_id'],
    platform: row['platform'],
    chat_id: row['chat_id'],
    message_id: row['message_id'],
    text: row['text'],
    media_url: row['media_url'],
    options: typeof row['options'] === 'string' ? JSON.parse(row['options']) : row['options'],
    allow_text: Boolean(row['allow_text']),
    callback_url: row['callback_url'],
    correlation_id: row['correlation_id'],
    notify_on_expiry: Boolean(row['notify_on_expiry']),
    state: row['state'],
    closed_reason: row['closed_reason'],
    created_at: time(row['created_at']),
    expires_at: time(row['expires_at']),
    answered_at: time(row['answered_at']),
    answered_by_id: row['answered_by_id'],
    answered_by_username: row['answered_by_username'],
    answer: row['answer'],
  };
}

const app = express();
app.use(express.json());
app.get('/v1/prompts', (request, response, next) => {
  listPrompts(Number(request.query['limit'])).then((rows) => response.json(rows), next);
});
app.post('/v1/prompts/new', (request, response, next) => {
  createPrompt(request.body as Row).then((created) => response.json(created), next);
});
app.get('/v1/messages', (request, response, next) => {
  listMessages(Number(request.query['limit'])).then((rows) => response.json(rows), next);
});
app.post('/v1/messages/send', (request, response, next) => {
  sendMessage(request.body as Row).then((sent) => response.status(201).json(sent), next);
});
app.get('/v1/status', (_request, response, next) => {
  status().then((counts) => response.json(counts), next);
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());
