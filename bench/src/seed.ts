// Seeds a database with the history of a busy gateway, for measurements and for demonstrations at scale.
//
//   node bench/dist/seed.js --database <DATA_DIR>/gateway.db --prompts 100000 --messages 100000 --deliveries 100000 --days 30
//
// --database also accepts a PostgreSQL address. The gateway must have created the database and must not run: SQLite allows one
// process. Register channels first (POST /v1/channels/new). Prompts and deliveries are distributed over the active PROMPT channels,
// messages over the active MESSAGE channels; without a channel of a type, no records of that kind are written. Three times
// 100,000 rows take about ten seconds. Pending deliveries are due in ten years, so that a gateway on this database calls no one.
import { parseArgs } from 'node:util';
import { openDatabase, type Database } from './database.js';

export interface Amounts {
  readonly prompts: number;
  readonly messages: number;
  readonly deliveries: number;
  /** The records are spread evenly over this number of days, up to now. */
  readonly days: number;
}

const DAY_MS = 86_400_000;

/** SQL that differs between the engines. */
const dialects = {
  sqlite: {
    time: (ms: string) => ms,
    uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    yes: '1',
    no: '0',
  },
  postgresql: {
    time: (ms: string) => `to_timestamp((${ms}) / 1000.0)`,
    uuid: 'gen_random_uuid()::text',
    yes: 'true',
    no: 'false',
  },
};

/** Adds the records in one transaction. The gateway must have created the database. */
export async function seed(address: string, amounts: Amounts): Promise<void> {
  const database = openDatabase(address);
  try {
    // A dozen indexes grow at random places. With the default cache, each row would read and write pages.
    if (database.engine === 'sqlite') await database.all('PRAGMA cache_size = -500000');
    // Without statistics, SQLite scans all channels for each row.
    await database.all('ANALYZE channel');
    await database.transaction(async (tx) => {
      for (const statement of statements(database.engine, amounts, Date.now())) await tx.all(statement);
    });
    await database.all('ANALYZE');
  } finally {
    await database.close();
  }
}

function statements(
  engine: Database['engine'],
  { prompts, messages, deliveries, days }: Amounts,
  now: number,
): string[] {
  const { time, uuid, yes, no } = dialects[engine];
  const begin = now - days * DAY_MS;
  const later = now + 3650 * DAY_MS;
  /** The i-th of `count` points in time; the last one is now. */
  const moment = (count: number) => `(${begin} + i * ${Math.floor((days * DAY_MS) / Math.max(1, count))})`;
  /** `count` rows that take turns over the channels of a type. */
  const rows = (count: number, type: string) => {
    const channels = `FROM channel WHERE organization_id = 'default' AND channel_type = '${type}' AND is_active`;
    // With CROSS JOIN, SQLite uses the left side as the outer loop and looks up the channel by an automatic index.
    return `(
      SELECT n.i, c.channel_id, c.platform, c.target_chat_id, c.account
      FROM (WITH RECURSIVE n (i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS n
      CROSS JOIN (SELECT channel.*, row_number() OVER (ORDER BY seq) - 1 AS place ${channels}) AS c
      WHERE c.place = n.i % (SELECT count(*) ${channels})
    ) AS r`;
  };
  /** Up to an hour, scattered, in milliseconds. */
  const delay = '(i * 7919 % 3600) * 1000';
  const earlier = (ms: string) => `CASE WHEN ${ms} < ${now} THEN ${ms} ELSE ${now} END`;
  const created = moment(prompts);
  const state = `CASE WHEN i > ${Math.floor(prompts * 0.998)} THEN 'pending' WHEN i % 10 = 0 THEN 'expired' ELSE 'answered' END`;
  const where = `organization_id = 'default'`;
  return [
    `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text, callback_url,
       notify_on_expiry, nonce, message_id, state, closed_reason, created_at, expires_at, answered_at, answered_by_id,
       answered_by_username, answered_by_name, answer_type, answer, close_attempts, api_key_id)
     SELECT 'default', o.prompt_seq + i, channel_id, platform, target_chat_id, account,
       'Deploy version 2.4.' || i || ' to production: all checks have passed.', '["Deploy now","Tonight","Do not deploy"]', ${no},
       'http://127.0.0.1:9/answers', ${no}, 'A23456789B123456', 'seeded ' || (o.prompt_seq + i), state,
       CASE WHEN state = 'expired' THEN CASE WHEN i % 100 = 0 THEN 'cancelled' ELSE 'ttl' END END, ${time(created)},
       CASE WHEN state = 'expired' THEN ${time(earlier(`${created} + 600000`))} END,
       CASE WHEN state = 'answered' THEN ${time(earlier(`${created} + ${delay}`))} END,
       CASE WHEN state = 'answered' THEN CAST(5000000001 + i % 20 AS text) END, CASE WHEN state = 'answered' THEN 'ada' END,
       CASE WHEN state = 'answered' THEN 'Ada' END, CASE WHEN state = 'answered' THEN 'option' END,
       CASE WHEN state = 'answered' THEN 'Deploy now' END, 0,
       '00000000-0000-4000-8000-00000000000' || i % 7
     FROM (SELECT r.*, ${state} AS state FROM ${rows(prompts, 'PROMPT')}) AS p JOIN organization o ON o.id = 'default'`,
    `INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num)
     SELECT organization_id, channel_id, message_id, num FROM prompt WHERE ${where} AND num > (SELECT prompt_seq FROM organization WHERE id = 'default')`,
    `INSERT INTO delivery (organization_id, id, event_type, channel_id, prompt_num, url, destination, body, signed, erase, state,
       attempts, replayed_after, run_at, last_status, last_error, created_at, delivered_at, died_at)
     SELECT 'default', ${uuid}, 'prompt.answered', channel_id, o.prompt_seq + 1 + i % ${Math.max(1, prompts)}, 'http://127.0.0.1:9/answers',
       'http://127.0.0.1:9', '{"type":"prompt.answered","answer":{"type":"option","value":"Deploy now"}}', ${yes}, ${no}, state,
       1, 0, ${time(String(later))}, CASE WHEN state = 'delivered' THEN 200 ELSE 503 END,
       CASE WHEN state <> 'delivered' THEN 'The receiver answered 503.' END, ${time(moment(deliveries))},
       CASE WHEN state = 'delivered' THEN ${time(`${moment(deliveries)} + 40`)} END,
       CASE WHEN state = 'dead' THEN ${time(`${moment(deliveries)} + 40`)} END
     FROM (SELECT r.*, CASE WHEN i > ${deliveries - 40} THEN 'pending' WHEN i % 500 = 0 THEN 'dead' ELSE 'delivered' END AS state
           FROM ${rows(deliveries, 'PROMPT')}) AS d JOIN organization o ON o.id = 'default' ORDER BY i`,
    `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, from_user, from_id, platform_message_id, created_at)
     SELECT 'default', ${uuid}, channel_id, CASE WHEN i % 3 = 0 THEN 'outbound' ELSE 'inbound' END,
       'Message ' || i || ': the deployment has been going on for some time now.', platform,
       CASE WHEN i % 3 > 0 THEN 'ada' END, CASE WHEN i % 3 > 0 THEN '5000000001' END, CAST(i AS text), ${time(moment(messages))}
     FROM ${rows(messages, 'MESSAGE')} ORDER BY i`,
    `UPDATE organization SET prompt_seq = (SELECT coalesce(max(num), 0) FROM prompt WHERE ${where}) WHERE id = 'default'`,
  ];
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      prompts: { type: 'string', default: '100000' },
      messages: { type: 'string', default: '100000' },
      deliveries: { type: 'string', default: '300000' },
      days: { type: 'string', default: '30' },
    },
  });
  if (values.database === undefined) throw new Error('Give --database: <DATA_DIR>/gateway.db or postgresql://…');
  const amounts = {
    prompts: Number(values.prompts),
    messages: Number(values.messages),
    deliveries: Number(values.deliveries),
    days: Number(values.days),
  };
  const startedAt = performance.now();
  await seed(values.database, amounts);
  console.log(`Seeded ${JSON.stringify(amounts)} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
