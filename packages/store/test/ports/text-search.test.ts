import type { PromptFilter, Store } from '@gateway/core';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onEveryEngine, type Engine } from '../engines.js';
import { after, newMessage, now, org } from './fixture.js';

/** More rows than a search compares one by one, so that the index must find the older ones. */
const ROWS = 10_600;
/** Texts of the oldest rows, from number 1. */
const texts = [
  'Refund 100% of "order 77"?',
  'refund_A for Zoë',
  String.raw`C:\reports\march`,
  'REFUND the café',
  'Löschen: für immer?',
  '返金しますか、はい',
  "It's a (refund) AND more",
  'ab',
];
const states = ['pending', 'expired', 'answered'] as const;

interface Row {
  readonly num: number;
  readonly text: string;
  readonly state: (typeof states)[number];
}

/** Prompts and messages with equal numbers and texts. Prompts take turns in the three states; each second expired one is overdue. */
async function filled(engine: Engine): Promise<{ store: Store; database: Database; rows: Row[] }> {
  const database = await openDatabase(await engine.empty());
  const store = await createStore(database);
  onTestFinished(() => store.close());
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    num: index + 1,
    text: texts[index] ?? `Order ${index} is late`,
    state: states[index % 3] ?? 'pending',
  }));
  const time = (date: Date) =>
    engine.name === 'postgresql' ? `timestamptz '${date.toISOString()}'` : String(date.getTime());
  const [from, num, text] =
    engine.name === 'postgresql'
      ? [`jsonb_to_recordset(?) AS given (num integer, text text)`, 'num', 'text']
      : [`json_each(?)`, `value ->> 'num'`, `value ->> 'text'`];
  await database.sql.run(
    `WITH given AS (SELECT ${num} AS num, ${text} AS text FROM ${from})
     INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
       notify_on_expiry, nonce, state, created_at, expires_at)
     SELECT ?, num, 'c' || (num % 2), 'pigeon', '1', 'bot', text, '[]', ?, ?, 'n',
       CASE WHEN num % 3 = 0 THEN 'answered' WHEN num % 6 = 2 THEN 'expired' ELSE 'pending' END, ?,
       CASE WHEN num % 3 = 2 THEN ${time(after(-60))} WHEN num % 2 = 0 THEN ${time(after(60))} END
     FROM given ORDER BY num`,
    [JSON.stringify(rows), org, true, true, now],
  );
  await database.sql.run(
    `INSERT INTO message (organization_id, id, channel_id, direction, text, platform, created_at)
     SELECT organization_id, 'm' || num, channel_id, CASE WHEN num % 2 = 0 THEN 'outbound' ELSE 'inbound' END, text, platform, created_at
     FROM prompt ORDER BY num`,
  );
  return { store, database, rows };
}

/** Every number that a search returns, page by page. */
async function allPages(page: (before: number | null) => Promise<readonly { num: number }[]>): Promise<number[]> {
  const found: number[] = [];
  for (let before: number | null = null; ; before = found.at(-1) ?? null) {
    const rows = await page(before);
    found.push(...rows.map(({ num }) => num));
    if (rows.length === 0 || found.length > 300) return found;
  }
}

onEveryEngine((engine) => {
  test('finds every text that a search by LIKE would find, in old and new rows', async () => {
    const { store, rows } = await filled(engine);
    for (const q of [
      'REFUND',
      'order 77',
      '"order 77"?',
      '100%',
      'refund_',
      String.raw`s\mar`,
      'löschen: FÜR',
      'café',
      '返金し',
      "it's a (refund) and",
      'Order 105',
      'rder 10',
      'no such text',
      'is late',
    ]) {
      // SQLite's LIKE ignores the case of ASCII letters only.
      const folded = (text: string) =>
        engine.name === 'sqlite' ? text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : text.toLowerCase();
      const expected = (state?: Row['state']) =>
        rows
          .filter((row) => folded(row.text).includes(folded(q)) && (!state || row.state === state))
          .map(({ num }) => num)
          .reverse();
      for (const state of q === 'REFUND' || q === 'Order 105' ? [undefined, ...states] : [undefined]) {
        const filter: PromptFilter = { now, q, ...(state && { state }) };
        const found = await allPages((before) => store.prompts.list(org, filter, { limit: 100, before }));
        expect(found, `${q} in ${state} prompts`).toEqual(expected(state).slice(0, found.length));
        expect(found.length).toBe(Math.min(expected(state).length, found.length > 300 ? found.length : 300));
      }
      const sent = await allPages(async (before) => {
        const page = await store.messages.list(org, { q }, { limit: 7, before });
        return page.map(({ seq }) => ({ num: seq }));
      });
      expect(sent, `${q} in messages`).toEqual(expected().slice(0, sent.length));
      expect(sent.length >= Math.min(expected().length, 300)).toBe(true);
    }
    expect(await store.prompts.list(org, { now, q: 'a\0b' }, { limit: 10, before: null })).toEqual([]);
  });

  test('searches a text without three letters or digits in sequence in the newest 10,000 rows of the list', async () => {
    const { store } = await filled(engine);
    const found = async (q: string, before: number | null) =>
      (await store.prompts.list(org, { now, q }, { limit: 10, before })).map(({ num }) => num);
    expect(await found('ab', null)).toEqual([]);
    expect(await found('ab', 10_000)).toEqual([8]);
    expect(await found('0%', 10_000)).toEqual([1]);
    expect(await found('5', null)).toHaveLength(10);
    const inChannel = await store.prompts.list(org, { now, q: 'ab', channelId: 'c0' }, { limit: 10, before: null });
    expect(inChannel.map(({ num }) => num)).toEqual([8]);
  });

  test('finds a changed text by the new one only, and no deleted row', async () => {
    const { store, database } = await filled(engine);
    const found = async (q: string) => ({
      prompts: (await store.prompts.list(org, { now, q }, { limit: 10, before: null })).map(({ num }) => num),
      messages: (await store.messages.list(org, { q }, { limit: 10, before: null })).map(({ seq }) => seq),
    });
    for (const table of ['prompt', 'message']) {
      await database.sql.run(`UPDATE ${table} SET text = 'Replaced: invoice' WHERE text LIKE '%march%'`);
      await database.sql.run(`DELETE FROM ${table} WHERE text LIKE '%caf_'`);
    }
    expect(await found('march')).toEqual({ prompts: [], messages: [] });
    expect(await found('invoice')).toEqual({ prompts: [3], messages: [3] });
    expect(await found('refund')).toEqual({ prompts: [7, 2, 1], messages: [7, 2, 1] });
  });

  test('returns no text of another organization that has the same prompt numbers', async () => {
    const { store, database } = await filled(engine);
    await database.sql.run('INSERT INTO organization (id, created_at) VALUES (?, ?)', ['elsewhere', now]);
    await database.sql.run(
      `INSERT INTO prompt (organization_id, num, channel_id, platform, chat_id, account, text, options, allow_text,
         notify_on_expiry, nonce, state, created_at)
       SELECT 'elsewhere', num, channel_id, platform, chat_id, account, 'Secret ' || text, options, allow_text,
         notify_on_expiry, nonce, state, created_at FROM prompt`,
    );
    await store.messages.insert(newMessage('other', { organizationId: 'elsewhere', text: 'Secret refund' }));
    const count = async (organizationId: string, q: string) =>
      (await store.prompts.list(organizationId, { now, q }, { limit: 50, before: null })).length;
    expect([await count(org, 'secret'), await count(org, 'refund')]).toEqual([0, 4]);
    expect([await count('elsewhere', 'secret ref'), await count('elsewhere', 'refund')]).toEqual([3, 4]);
    expect(await store.messages.list(org, { q: 'secret' }, { limit: 50, before: null })).toEqual([]);
  });
});
