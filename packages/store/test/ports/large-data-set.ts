import type { Database } from '../../src/open.js';
import type { Sql } from '../../src/sql/sql.js';
import { after, now, org } from './fixture.js';

/** Inserts a scaled-down year of data; nearly all prompts are closed and nearly all deliveries ended. */
export async function insertLargeDataSet({ engine, sql }: Database): Promise<void> {
  await sql.write((tx) => insertRows(engine, tx));
}

/** No statement writes more rows: a larger one exceeds the time limit of a statement on a busy machine. */
const maxRows = 10_000;

async function insertRows(engine: Database['engine'], sql: Sql): Promise<void> {
  const series = (count: number, first = 1) =>
    `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const inParts = async (count: number, insert: (rows: string) => Promise<unknown>) => {
    for (let first = 1; first <= count; first += maxRows) await insert(series(first + maxRows - 1, first));
  };
  // A database that was used before has the statistics of its last test. By those of a table with one row, the check of a foreign
  // key would read all rows of the organization for each new row.
  const analyze = async (table: string) => {
    if (engine === 'postgresql') await sql.run(`ANALYZE ${table}`);
  };
  const time = (date: Date) =>
    engine === 'postgresql' ? `timestamptz '${date.toISOString()}'` : String(date.getTime());
  await inParts(20_000, (rows) =>
    sql.run(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
         notify_on_expiry, nonce, correlation_id, state, created_at, expires_at, close_due_at, answered_at,
         api_key_id, answered_by_id)
       ${rows}
       SELECT ?, i, 'c' || (i % 300), 'pigeon', '1', 'bot', 'Deploy ' || i || '?', '[]', ?, ?, 'n', 'order-' || i,
         CASE WHEN i % 4 = 0 THEN 'expired' WHEN i > 19000 THEN 'pending' WHEN i % 5000 = 1 THEN 'posting' ELSE 'answered' END,
         ?, CASE WHEN i < 19990 THEN ${time(after(60))} ELSE ${time(after(-60))} END, CASE WHEN i % 2000 = 3 THEN ${time(now)} END,
         CASE WHEN i % 200 = 3 THEN ${time(now)} ELSE ${time(after(-86_400))} END,
         'k' || (i % 50), CASE WHEN i % 4 > 0 AND i <= 19000 THEN CAST(i % 50 AS text) END FROM n`,
      [org, true, true, now],
    ),
  );
  await analyze('prompt');
  await sql.run('UPDATE organization SET prompt_seq = 20000');
  await sql.run(`UPDATE prompt SET step_due_at = created_at, terms = '{}' WHERE state = 'pending'`);
  await sql.run(
    `INSERT INTO prompt_post (organization_id, prompt_num, kind, channel_id, platform, chat_id, account, post_due_at, created_at)
     SELECT organization_id, num, 'question', 'c7', 'owl', '1', 'bot', CASE WHEN num % 500 = 3 THEN created_at END, created_at
     FROM prompt WHERE num <= 10000`,
  );
  await sql.run(
    `INSERT INTO prompt_vote (organization_id, prompt_num, voter, name, choice, at, channel_id)
     SELECT organization_id, num, 'person:ada', 'Ada', 'approve', created_at, 'c7' FROM prompt WHERE num <= 10000`,
  );
  await sql.run(
    `INSERT INTO inbound_event (organization_id, account, event_id, received_at) ${series(5000)}
     SELECT ?, 'bot', 'e' || i, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO waiting_report (organization_id, channel_id, message_id, state, received_at, tries, due_at) ${series(5000)}
     SELECT ?, 'c' || (i % 300), 'w' || i, 'delivered', ?, 1, ? FROM n`,
    [org, now, now],
  );
  await sql.run(
    `INSERT INTO stream_event (organization_id, type, resource_id, at) ${series(5000)}
     SELECT ?, 'message.sent', 'r' || i, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO rate_limit (subject, empty_at) ${series(5000)}
     SELECT 's' || i, CASE WHEN i % 500 = 3 THEN 0 ELSE ${after(60).getTime()} END FROM n`,
  );
  await sql.run(
    `INSERT INTO idempotent_request (organization_id, caller, key, fingerprint, expires_at) ${series(5000)}
     SELECT ?, 'k' || (i % 300), 'key-' || i, 'f', ? FROM n`,
    [org, now],
  );
  await inParts(20_000, (rows) =>
    sql.run(
      `INSERT INTO prompt_message (organization_id, channel_id, message_id, prompt_num)
       ${rows} SELECT ?, 'c' || (i % 300), 'm' || i, i FROM n`,
      [org],
    ),
  );
  await inParts(60_000, (rows) =>
    sql.run(
      `INSERT INTO delivery (organization_id, id, event_type, channel_id, url, destination, body, signed, erase, lane, state,
         prompt_num, run_at, created_at)
       ${rows}
       SELECT ?, 'd' || i, 'e', 'c' || (i % 300), 'u', 'https://host-' || (i % 500), '{}', ?, i % 2 = 0,
         CASE WHEN i > 59900 THEN 'lane-' || (i % 10) END,
         CASE WHEN i > 59700 THEN 'pending' WHEN i % 100 = 7 AND i < 50000 THEN 'dead' ELSE 'delivered' END,
         CASE WHEN i < 50000 THEN i END, ?, ? FROM n`,
      [org, true, now, now],
    ),
  );
  await analyze('delivery');
  await sql.run(
    `INSERT INTO failing_receiver (destination, organization_id, failing_since, failures, last_failed_at, timed_out)
     ${series(5000)} SELECT 'https://host-' || (5001 - i), ?, ${time(now)}, 7, ${time(now)}, i % 2 = 0 FROM n`,
    [org],
  );
  await sql.run(
    `INSERT INTO paused_receiver (destination, organization_id, paused_at)
     ${series(5000)} SELECT 'https://paused-' || i, 'organization-' || (i % 100), ${time(now)} FROM n`,
  );
  await sql.run(
    `INSERT INTO receiver_name (organization_id, destination, name)
     ${series(5000)} SELECT 'organization-' || (i % 100), 'https://host-' || i, 'Host ' || i FROM n`,
  );
  await sql.run(
    `INSERT INTO receiver_traffic (organization_id, destination, period_start, delivered, failed)
     ${series(10_000)} SELECT ?, 'https://host-' || i, ${time(now)}, 1, 1 FROM n`,
    [org],
  );
  await inParts(60_000, (rows) =>
    sql.run(
      `INSERT INTO delivery_attempt (organization_id, delivery_id, number, started_at, duration_ms)
       ${rows} SELECT ?, 'd' || i, 1, ?, 5 FROM n`,
      [org, now],
    ),
  );
  await inParts(20_000, (rows) =>
    sql.run(
      `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, platform_message_id, created_at)
       ${rows}
       SELECT ?, 'm' || i, 'c' || (i % 300), CASE WHEN i % 20 = 0 THEN 'outbound' ELSE 'inbound' END, 'hello ' || i, 'pigeon', 'platform-m' || i, ? FROM n`,
      [org, now],
    ),
  );
  await sql.run(
    `INSERT INTO message_sequence (organization_id, channel_id, last, waiting_since) ${series(5000)}
     SELECT ?, 'c' || i, 7, CASE WHEN i % 2 = 0 THEN ${time(now)} END FROM n`,
    [org],
  );
  await sql.run(
    `INSERT INTO conversation_read (organization_id, operator_id, channel_id, read_to) ${series(5000)}
     SELECT ?, 'a' || (i % 2000), 'c' || i, i FROM n`,
    [org],
  );
  await sql.run(
    `INSERT INTO channel (organization_id, channel_id, platform, target_chat_id, channel_type, is_active, credentials,
       account, created_at, updated_at)
     ${series(5000)}
     SELECT ?, 'c' || i, 'platform-' || (i % 10), '1', CASE WHEN i % 3 = 0 THEN 'PROMPT' ELSE 'MESSAGE' END, ?, 's', 'a' || i, ?, ? FROM n`,
    [org, true, now, now],
  );
  await sql.run(
    `INSERT INTO api_key (organization_id, id, name, key_prefix, hash, scopes, created_at)
     ${series(2000)} SELECT ?, 'k' || i, 'n', 'p', 'h' || i, '[]', ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO audit_entry (organization_id, at, actor_kind, actor_id, action, resource_kind, resource_id)
     ${series(5000)}
     SELECT ?, ?, 'key', 'a' || (i % 500), CASE WHEN i % 50 = 0 THEN 'key.created' ELSE 'channel.updated' END, 'r', 'r' || (i % 500) FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO operator (organization_id, id, name, email, password_hash, role, created_at, updated_at)
     ${series(2000)} SELECT ?, 'a' || i, 'n', 'e' || i, 'h', CASE WHEN i % 400 = 0 THEN 'owner' ELSE 'viewer' END, ?, ? FROM n`,
    [org, now, now],
  );
  await analyze('operator');
  await sql.run(
    `INSERT INTO operator_session (organization_id, id, operator_id, token_hash, created_at, rotated_at, last_seen_at, expires_at)
     ${series(5000)} SELECT ?, 's' || i, 'a' || (i % 2000), 'st' || i, ?, ?, ?, ? FROM n`,
    [org, now, now, now, now],
  );
  await analyze('operator_session');
  await sql.run(
    `INSERT INTO push_device (organization_id, id, operator_id, session_id, endpoint_hash, subscription, created_at, confirmed_at, failures)
     ${series(5000)} SELECT ?, 'd' || i, 'a' || (i % 2000), 's' || i, 'eh' || i, 'v1', ?, ?, 0 FROM n`,
    [org, now, now],
  );
  await analyze('push_device');
  await sql.run(
    `INSERT INTO push_notice (organization_id, device_id, prompt_num, kind, due_at, attempts)
     SELECT ?, d.id, p.num, 'asked', CASE WHEN p.num % 2 = 0 THEN p.created_at END, 1
     FROM push_device d JOIN prompt p ON p.organization_id = d.organization_id AND d.id = 'd' || p.num`,
    [org],
  );
  await sql.run(
    `INSERT INTO operator_notifications (organization_id, operator_id, only_mine)
     ${series(2000)} SELECT ?, 'a' || i, TRUE FROM n`,
    [org],
  );
  await sql.run(
    `INSERT INTO saved_view (organization_id, id, operator_id, page, name, filter, created_at)
     ${series(5000)} SELECT ?, 'v' || i, 'a' || (i % 2000), 'prompts', 'v' || i, '{}', ? FROM n`,
    [org, now],
  );
  await analyze('saved_view');
  await sql.run(
    `INSERT INTO operator_identity (organization_id, issuer, subject, operator_id, created_at)
     ${series(5000)} SELECT ?, 'i', 'sub' || i, 'a' || (i % 2000), ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO operator_authenticator (organization_id, operator_id, secret, last_step, created_at)
     ${series(5000)} SELECT ?, 'o' || i, 's', 1, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO operator_passkey (organization_id, id, operator_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     ${series(5000)} SELECT ?, 'p' || i, 'o' || (i / 2), 'c' || i, 'k', 1, 'usb', ${engine === 'postgresql' ? 'false' : 0}, 'n', ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO operator_recovery_code (organization_id, operator_id, hash)
     ${series(5000)} SELECT ?, 'o' || (i / 10), 'h' || i FROM n`,
    [org],
  );
  await sql.run(
    `INSERT INTO used_token (organization_id, hash, expires_at) ${series(5000)} SELECT ?, 'u' || i, ? FROM n`,
    [org, now],
  );
  await sql.run(
    `INSERT INTO one_time_link (organization_id, id, purpose, token_hash, created_at, expires_at)
     ${series(2000)} SELECT ?, 'l' || i, CASE WHEN i % 20 = 0 THEN 'invitation' ELSE 'password' END, 't' || i, ?, ? FROM n`,
    [org, now, now],
  );
  await sql.run(
    `INSERT INTO person (organization_id, person_id, name, operator_id, created_at, updated_at)
     ${series(5000)} SELECT ?, 'p' || i, 'n', 'a' || i, ?, ? FROM n`,
    [org, now, now],
  );
  await analyze('person');
  await inParts(20_000, (rows) =>
    sql.run(
      `INSERT INTO person_identity (organization_id, platform, user_id, person_id)
       ${rows} SELECT ?, 'platform-' || (i % 10), 'u' || i, 'p' || (1 + i % 5000) FROM n`,
      [org],
    ),
  );
  for (const [table, column] of [
    ['person_group', 'group_id'],
    ['policy', 'policy_id'],
  ] as const) {
    await sql.run(
      `INSERT INTO ${table} (organization_id, ${column}, name, created_at, updated_at${table === 'policy' ? ', rules' : ''})
       ${series(2000)} SELECT ?, 'x' || i, 'n', ?, ?${table === 'policy' ? `, '{"steps":[]}'` : ''} FROM n`,
      [org, now, now],
    );
    await analyze(table);
  }
  await inParts(40_000, (rows) =>
    sql.run(
      `INSERT INTO group_member (organization_id, group_id, person_id)
       ${rows} SELECT ?, 'x' || (1 + i % 2000), 'p' || (1 + (i - 1) / 8) FROM n`,
      [org],
    ),
  );
  // Of many organizations: the list of one is all that a file owns.
  await sql.run(
    `INSERT INTO managed_record (organization_id, kind, record_id, file, created_at)
     ${series(10_000)} SELECT 'organization-' || (i % 100), 'person', 'p' || i, 'gateway.yaml', ? FROM n`,
    [now],
  );
  await sql.run(
    `INSERT INTO hosted_file (token_hash, organization_id, prompt_num, name, content_type, size, check_at)
     ${series(5000)} SELECT 'f' || i, ?, i, 'a.png', 'image/png', 2048, ? FROM n`,
    [org, now],
  );
  await analyze('hosted_file');
  await sql.run(
    `INSERT INTO hosted_file_chunk (token_hash, number, bytes)
     ${series(2)} SELECT token_hash, i, ? FROM hosted_file, n`,
    [new Uint8Array(1024)],
  );
  await analyze('');
}
