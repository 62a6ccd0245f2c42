import { describe, expect, it } from 'vitest';
import { cancelPrompt } from '@gateway/contract';
import { runStatements } from '@gateway/store/testing';
import { onPostgres, type Engine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { ask, completeOnePrompt } from '../durability/prompts.js';
import { shiftedClock } from './shifted-clock.js';

const slow = { tags: ['slow'] };
const HOUR_MS = 3_600_000;

async function start(engine: Engine) {
  const { telegram, env } = await startTelegram();
  const settings = { ...(await engine.empty()), ...env };
  const clock = shiftedClock();
  const gateway = await startTestGateway({ env: settings, clock });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  return { telegram, settings, clock, gateway, ada };
}

/** Copies the only row of a table until there are `count`. `changed` gives the columns that differ, by `i` from 2 on. */
async function copyRow(
  database: Record<string, string>,
  {
    table,
    columns,
    count,
    changed,
  }: { table: string; columns: string; count: number; changed: Record<string, string> },
): Promise<void> {
  const names = [...Object.keys(changed), ...columns.split(' ')];
  const values = [...Object.values(changed), ...columns.split(' ')];
  await runStatements(
    database,
    `INSERT INTO ${table} (${names.join(', ')})
     WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     SELECT ${values.join(', ')} FROM n, ${table};`,
  );
}

async function metric(gateway: TestGateway, name: string): Promise<number> {
  const { text } = await gateway.request('GET', '/metrics');
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
}

onPostgres((engine) => {
  it('a healthy receiver is served while 50,000 callbacks to a dead one are due', slow, async () => {
    const { telegram, settings, gateway, ada } = await start(engine);
    const dead = 'http://127.0.0.1:9/callback';
    const { id } = await ask(gateway, 'approvals', { callback_url: dead, notify_on_expiry: true });
    await gateway.call(cancelPrompt, { params: { id } });
    const columns =
      'organization_id event_type channel_id prompt_num url destination body signed erase state run_at created_at';
    await copyRow(settings, { table: 'delivery', columns, count: 50_000, changed: { id: `'copy-' || i` } });
    const pending = () => metric(gateway, 'gateway_deliveries_pending');
    expect(await pending()).toBe(50_000);

    const receiver = await startReceiver();
    for (let served = 1; served <= 20; served += 1)
      await completeOnePrompt(gateway, { telegram, channel: 'approvals', chat: ada, receiver });
    expect(receiver.received).toHaveLength(20);
    // Each is still owed: none was dropped or died.
    expect(await pending()).toBe(50_000);
  });

  it('10,000 prompts that end at once all expire, and each notice is sent once', slow, async () => {
    const { settings, clock, gateway, telegram, ada } = await start(engine);
    const receiver = await startReceiver();
    const more = { ttl_sec: 1800, callback_url: receiver.url, notify_on_expiry: true };
    await ask(gateway, 'approvals', more);
    const columns =
      'organization_id channel_id platform chat_id account text options allow_text callback_url nonce state created_at expires_at';
    const changed = { num: 'i', notify_on_expiry: 'i % 10 = 0' };
    await copyRow(settings, { table: 'prompt', columns, count: 10_000, changed });
    await runStatements(settings, 'UPDATE organization SET prompt_seq = 10000');
    clock.shift(HOUR_MS);
    // Requests are served meanwhile.
    const healthy = await startReceiver();
    await completeOnePrompt(gateway, { telegram, channel: 'approvals', chat: ada, receiver: healthy });
    await until(async () => (await metric(gateway, 'gateway_prompts{state="expired"}')) === 10_000, 60_000);
    await receiver.waitFor(1001);
    const notified = receiver.received.map(({ json }) => Number(json.prompt_id.slice(1))).toSorted((a, b) => a - b);
    expect(notified).toEqual([1, ...Array.from({ length: 1000 }, (_, index) => (index + 1) * 10)]);
  });
});

describe('a burst', () => {
  onPostgres((engine) => {
    it('of 5,000 messages is forwarded completely, once each and in the order of each chat', slow, async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const people = Array.from({ length: 10 }, (_, index) => telegram.addUser({ firstName: `Person ${index}` }));
      for (const [index, chat] of people.entries())
        await registerChannel(gateway, telegram, {
          id: `chat-${index}`,
          chat,
          type: 'MESSAGE',
          callbackUrl: receiver.url,
        });
      for (let number = 0; number < 500; number += 1)
        for (const [index, chat] of people.entries()) telegram.writeText({ chat, text: `${index}/${number}` });
      await until(() => receiver.received.length >= 5000, 60_000);
      const texts = receiver.received.map(({ json }): string => json.text);
      for (const [index] of people.entries())
        expect(texts.filter((text) => text.startsWith(`${index}/`))).toEqual(
          Array.from({ length: 500 }, (_, number) => `${index}/${number}`),
        );
    });
  });
});
