import { expect, test } from 'vitest';
import { database, now } from './fixture.js';

test('the search index follows options and typed answers of a prompt, and has nothing of a deleted one', async () => {
  const { sql } = await database();
  const found = async (text: string) =>
    (await sql.all('SELECT rowid FROM prompt_search WHERE prompt_search MATCH ?', [`"${text}"`])).length;
  await sql.run(
    `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
       notify_on_expiry, nonce, state, created_at)
     VALUES ('default', 7, 'c', 'pigeon', '1', 'bot', 'Quux?', '["Say \\"yes\\"","Zap"]', 1, 0, 'n', 'pending', ?)`,
    [now],
  );
  for (const text of ['uux', 'Zap', 'y "']) expect(await found(text.replaceAll('"', '""')), text).toBe(1);
  await sql.run(`UPDATE prompt SET answer = 'Kiwi', answer_type = 'text' WHERE num = 7`);
  for (const text of ['uux', 'Zap', 'iwi']) expect(await found(text), text).toBe(1);
  await sql.run(`DELETE FROM prompt WHERE num = 7`);
  for (const text of ['uux', 'Zap', 'iwi']) expect(await found(text), text).toBe(0);
});
