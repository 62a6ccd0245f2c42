import { describe, expect, it } from 'vitest';
import { runStatements } from '@gateway/store/testing';
import { seededRandom, type Random } from '../durability/random.js';
import { onEveryEngineInBothTiers, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { startOnce } from '../harness/shared.js';

const now = Date.parse('2026-03-04T05:06:07.089Z');
const count = 120;
const control = Array.from({ length: 31 }, (_, index) => String.fromCodePoint(index + 1)).join('');
const texts = [
  'plain',
  '',
  `"quoted" \\ / 'single' {"json":["a", "b"]}`,
  `${control}\u007F\u0085\u2028\u2029`,
  'é ß 漢字 😀 👩‍👩‍👧 \u202E',
  '<script>&amp;</script>?? $1 :name @user',
  '#12 __proto__ null true 12345678901234567890',
];

/** Rows with values that a converter could get wrong. */
function rows(engine: Engine['name'], random: Random): string {
  const literal = (value: string | number | Date | null): string => {
    if (value === null) return 'NULL';
    if (typeof value === 'number') return String(value);
    if (value instanceof Date) return engine === 'sqlite' ? String(value.getTime()) : `'${value.toISOString()}'`;
    return `'${value.replaceAll("'", "''")}'`;
  };
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const maybe = <T>(value: T) => (random() < 0.5 ? value : null);
  const message = (seq: number) => {
    const row = {
      organization_id: 'default',
      id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
      channel_id: one(['a', 'elsewhere']),
      direction: one(['inbound', 'outbound']),
      text: one(texts),
      platform: 'telegram',
      from_user: maybe(one(texts)),
      from_name: maybe(one(texts)),
      from_id: maybe('5000000001'),
      api_key_id: maybe('k'),
      operator_id: maybe('o'),
      platform_message_id: maybe('12'),
      thread_id: maybe(one(texts)),
      reply_to: maybe('#3'),
      delivery_state: maybe(one(['accepted', 'delivered', 'read', 'failed'])),
      failure: maybe(one(texts)),
      // With and without milliseconds.
      created_at: new Date(one([now - Math.floor(random() * 1e10), Math.floor(now / 1000) * 1000, now - 89])),
    };
    return `INSERT INTO message (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`;
  };
  return Array.from({ length: count }, (_, index) => message(index + 1)).join('\n');
}

async function startWithRows(engine: Engine) {
  const database = await engine.empty();
  await runStatements(database, rows(engine.name, seededRandom(29)));
  const { telegram, env } = await startTelegram();
  const gateway = await startTestGateway({
    env: { ...database, ...env, USE_AUTH: 'true', GATEWAY_API_KEY: adminKey },
  });
  for (const id of ['a', 'elsewhere'])
    await registerChannel(gateway, telegram, { id, chat: telegram.addUser({ firstName: 'Ada' }) });
  const limited = await makeKey(gateway, { preset: 'admin', channels: ['a'] });
  const read = async (path: string, key = adminKey) => {
    const { status, text } = await gateway.request('GET', path, { headers: { 'x-api-key': key } });
    if (status !== 200) throw new Error(text);
    return text;
  };
  /** The text of a list, and of the same records read one by one. */
  const both = async (query: string, key?: string) => {
    const list = await read(`/v1/messages?${query}`, key);
    const records = JSON.parse(list) as { id: string }[];
    const alone: string[] = [];
    for (const { id } of records) alone.push(await read(`/v1/messages/${id}`, key));
    return { list, records, alone: `[${alone.join(',')}]` };
  };
  return { both, limited: limited.key };
}

onEveryEngineInBothTiers((engine) => {
  describe('a list of messages, which the database makes', () => {
    const shared = startOnce(() => startWithRows(engine));

    it.each([
      ['of all messages', 'limit=200', count],
      ['of one direction', 'limit=200&direction=inbound', 40],
      ['of a channel', 'limit=50&channel_id=a', 40],
      ['that is searched', 'limit=50&q=plain', 5],
      ['that is empty', 'limit=50&q=not%20in%20any%20text', 0],
    ])('%s is byte for byte the records that are read alone', async (_what, query, least) => {
      const { list, records, alone } = await shared().both(query);
      expect(records.length).toBeGreaterThanOrEqual(least);
      expect(list).toBe(alone);
    });

    it('has nothing of other channels for a key that is limited to one', async () => {
      const { both, limited } = shared();
      const { list, records, alone } = await both('limit=200', limited);
      expect(records.length).toBeGreaterThan(40);
      expect(list).toBe(alone);
      expect(list).not.toContain('elsewhere');
    });
  });
});
