import { randomUUID } from 'node:crypto';
import { moment, openDatabase } from './database.js';
import { channelId, chatId, messageCount, promptCount, talkId } from './names.js';

/** `count` rows with a column `i` from 1. */
const numbers = (count: number) =>
  `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS n`;

/** Writes the open prompts and the messages of the fixture. The gateway must have created the database and must not run. */
export async function fill(address: string): Promise<void> {
  const database = openDatabase(address);
  const isSqlite = database.engine === 'sqlite';
  const no = isSqlite ? '0' : 'false';
  const time = (ms: string) => (isSqlite ? ms : `to_timestamp((${ms}) / 1000.0)`);
  const now = Date.now();
  await database.transaction(async (tx) => {
    await tx.all(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
         notify_on_expiry, nonce, message_id, state, created_at, expires_at)
       SELECT 'default', i, channel_id, platform, target_chat_id, account,
         'Deploy version 2.4.' || i || ' to production? All checks have passed.', '["Deploy now","Tonight","Do not deploy"]',
         ${no}, ${no}, 'A23456789B123456', CAST(i AS text), 'pending',
         ${time(`${now - promptCount * 1000} + CAST(i AS bigint) * 1000`)}, ${time(String(now + 86_400_000))}
       FROM ${numbers(promptCount)} CROSS JOIN channel WHERE channel_id = '${channelId}' ORDER BY n.i`,
    );
    await tx.all(`UPDATE organization SET prompt_seq = ${promptCount}`);
    await tx.all(
      `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, from_user, from_id, platform_message_id, created_at)
       SELECT 'default', CAST(i AS text), '${talkId}', CASE WHEN i % 2 = 0 THEN 'inbound' ELSE 'outbound' END,
         'Message ' || i || ': the deployment has been going on for some time now.', 'telegram', 'ada', '${chatId}',
         CAST(i AS text), ${time(`${now - messageCount * 100} + CAST(i AS bigint) * 100`)}
       FROM ${numbers(messageCount)} ORDER BY n.i`,
    );
  });
  await database.all('ANALYZE');
  await database.close();
}

/** Writes pending callbacks, distributed over the receivers. The gateway must not run. */
export async function addPendingCallbacks(address: string, count: number, receivers: readonly string[]): Promise<void> {
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

/** Makes this number of open prompts overdue, with a callback on expiry. The gateway must not run. */
export async function makePromptsOverdue(address: string, count: number, receiver: string): Promise<void> {
  const database = openDatabase(address);
  await database.all(
    `UPDATE prompt SET expires_at = ?, notify_on_expiry = ${database.engine === 'sqlite' ? '1' : 'true'}, callback_url = ?
     WHERE state = 'pending' AND num <= ? RETURNING num`,
    [moment(database.engine, Date.now() - 1000), receiver, count],
  );
  await database.close();
}
