import { describe, expect, it } from 'vitest';
import { cancelPrompt, createPrompt, updateSettings } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, onPostgres } from '../harness/engines.js';
import { readEvents } from '../harness/event-stream.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { adminKey, makeKey, startKeyedGateway } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

const asking = { body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes', 'No'] } };

/** Without `channel.updated`: when it arrives depends on how fast the platform answers a health check. */
const others = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('channel.'));

async function cancel(gateway: TestGateway, id: string): Promise<void> {
  await gateway.call(cancelPrompt, { params: { id } });
}

describe('the event stream', () => {
  onEveryEngine((engine) => {
    it('sends prompt, answer, callback and messages in order, each as the API shows it', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const [ada, bob] = [telegram.addUser({ firstName: 'Ada' }), telegram.addUser({ firstName: 'Bob' })];
      const reader = await readEvents(gateway);
      expect(reader.response.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        'cache-control': 'no-store',
      });

      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      await registerChannel(gateway, telegram, { id: 'chat', chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
      await gateway.call(createPrompt, { body: { ...asking.body, callback_url: receiver.url } });
      await telegram.press({ chat: ada, button: 'Yes' });
      await until(() => others(reader.summaries()).length >= 4);
      const [created, answered, owed, delivered] = reader.events.filter(({ type }) => type !== 'channel.updated');
      expect(created).toMatchObject({ type: 'prompt.created', data: { id: '#1', text: 'Ship it?' } });
      expect(answered).toMatchObject({ type: 'prompt.answered', data: { id: '#1', state: 'answered', answer: 'Yes' } });
      expect(owed).toMatchObject({ type: 'delivery.updated', data: { prompt_id: '#1' } });
      expect(delivered).toMatchObject({
        type: 'delivery.updated',
        data: { id: owed?.data.id, state: 'delivered', attempt_count: 1 },
      });

      const seen = reader.events.length;
      await gateway.request('POST', '/v1/messages/send', { body: { channel_id: 'chat', text: 'Hello' } });
      telegram.writeText({ chat: bob, text: 'Hi there' });
      await until(() => others(reader.summaries().slice(seen)).length >= 4);
      const messages = reader.events.slice(seen).filter(({ type }) => type.startsWith('message.'));
      expect(messages).toMatchObject([
        { type: 'message.sent', data: { text: 'Hello', direction: 'outbound' } },
        { type: 'message.created', data: { text: 'Hi there', direction: 'inbound' } },
      ]);
      expect(reader.summaries()).toContain('channel.updated approvals');
      await until(() =>
        reader.events.some(({ type, data }) => type === 'channel.updated' && data.health.state === 'ok'),
      );
      const ids = reader.events.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    });

    it('resumes after the last seen event, after a lost connection and after a restart', async () => {
      const { telegram, env: platform } = await startTelegram();
      const env = { ...(await engine.empty()), ...platform };
      const gateway = await startTestGateway({ env });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
      const whole = await readEvents(gateway);
      const first = await readEvents(gateway);
      await gateway.call(createPrompt, asking);
      await until(() => others(first.summaries()).length === 1);
      const last = first.events.at(-1)?.id ?? 0;
      first.close();
      await gateway.call(createPrompt, asking);
      await cancel(gateway, '#1');

      const second = await readEvents(gateway, { after: last });
      await until(() => others(second.summaries()).length === 2);
      expect(others(second.summaries())).toEqual(['prompt.created #2', 'prompt.expired #1']);
      await gateway.call(createPrompt, asking);
      await until(() => others(second.summaries()).length === 3);
      await until(() => others(whole.summaries()).length === 4);
      const seen = second.events.at(-1)?.id ?? 0;

      const stopping = performance.now();
      await gateway.stop();
      expect(performance.now() - stopping).toBeLessThan(5000);
      await until(() => second.ended && whole.ended);
      const restarted = await startTestGateway({ env });
      await cancel(restarted, '#2');
      const third = await readEvents(restarted, { query: `?last_event_id=${seen}` });
      await cancel(restarted, '#3');
      await until(() => others(third.summaries()).length === 2);
      expect(others(third.summaries())).toEqual(['prompt.expired #2', 'prompt.expired #3']);

      const all = await readEvents(restarted, { after: 0, query: '?last_event_id=999' });
      await until(() => others(all.summaries()).length === 6);
      expect(others(all.summaries()).slice(0, 4)).toEqual(others(whole.summaries()));
      // No event has had this id yet, so it is from another database and holds no event back.
      const ahead = await readEvents(restarted, { after: 987_654_321 });
      await restarted.call(createPrompt, asking);
      await until(() => ahead.summaries().includes('prompt.created #4'));
      for (const id of ['x', '-1', '1.5', '9999999999999999']) {
        expect((await restarted.request('GET', '/v1/events', { headers: { 'last-event-id': id } })).status).toBe(400);
        expect((await restarted.request('GET', `/v1/events?last_event_id=${id}`)).status).toBe(400);
      }
    });

    it('sends each key only what its scopes allow, and ends when the key is revoked', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startKeyedGateway({
        env: { ...(await engine.empty()), ...env, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' },
      });
      const receiver = await startReceiver();
      const [ada, bob] = [telegram.addUser({ firstName: 'Ada' }), telegram.addUser({ firstName: 'Bob' })];
      const prompts = await makeKey(gateway, { scopes: ['prompts:read'] });
      const messages = await makeKey(gateway, { scopes: ['messages:read', 'deliveries:read'] });
      const neither = await makeKey(gateway, { scopes: ['channels:read', 'deliveries:read'] });
      await expect(readEvents(gateway, { apiKey: neither.key })).rejects.toThrow(/^403/);
      await expect(readEvents(gateway)).rejects.toThrow(/^401/);

      const [onPrompts, onMessages, onAll] = await Promise.all(
        [prompts.key, messages.key, adminKey].map((apiKey) => readEvents(gateway, { apiKey })),
      );
      await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
      await registerChannel(gateway, telegram, { id: 'chat', chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
      await gateway.call(createPrompt, asking);
      telegram.writeText({ chat: bob, text: 'Hi' });
      await until(() => onAll?.events.filter(({ type }) => type === 'delivery.updated').length === 2);
      await until(() => onMessages?.events.length === 3 && onPrompts?.events.length === 1);
      expect(onPrompts?.summaries()).toEqual(['prompt.created #1']);
      expect(onMessages?.events.map(({ type }) => type)).toEqual([
        'message.created',
        'delivery.updated',
        'delivery.updated',
      ]);
      expect(onAll?.events.length).toBeGreaterThanOrEqual(6);

      const again = await readEvents(gateway, { apiKey: prompts.key, after: 0 });
      await again.waitFor(1);
      await gateway.request('DELETE', `/v1/keys/${prompts.id}`);
      await until(() => onPrompts?.ended && again.ended);
      expect(onAll?.ended).toBe(false);
    });

    it('reports a text that is not stored, without the text', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const bob = telegram.addUser({ firstName: 'Bob' });
      await registerChannel(gateway, telegram, { id: 'chat', chat: bob, type: 'MESSAGE', callbackUrl: receiver.url });
      await gateway.call(updateSettings, { body: { messages_inbound_zero_retention: true } });
      const reader = await readEvents(gateway);
      const filtered = await readEvents(gateway, { query: '?channel_id=chat' });
      telegram.writeText({ chat: bob, text: 'between you and me' });
      await receiver.waitFor(1);
      await until(() => reader.events.some(({ data }) => data.deleted));
      const [came, owed, over] = reader.events.filter(({ type }) => type !== 'channel.updated');
      expect(came).toMatchObject({ type: 'message.created', data: { id: null, channel_id: 'chat', stored: false } });
      expect([owed?.type, over?.type]).toEqual(['delivery.updated', 'delivery.updated']);
      expect(over?.data).toEqual({
        type: 'delivery.updated',
        id: receiver.received[0]?.json.event_id,
        deleted: true,
      });
      expect(JSON.stringify(reader.events)).not.toContain('between you');

      telegram.writeText({ chat: bob, text: 'and this' });
      await until(() => filtered.events.filter(({ type }) => type === 'message.created').length === 2);
      expect(filtered.events.filter(({ data }) => data.deleted)).toEqual([]);
    });
  });

  onPostgres((engine) => {
    it('sends the readers of one instance the events of another, and resumes there', async () => {
      const { telegram, env: platform } = await startTelegram();
      const env = { ...(await engine.empty()), ...platform };
      const [one, other] = [await startTestGateway({ env }), await startTestGateway({ env })];
      await registerChannel(one, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
      const readers = [await readEvents(one), await readEvents(other)];
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).call(createPrompt, asking)),
      );
      for (const reader of readers) {
        await until(() => others(reader.summaries()).length === 40);
        expect(new Set(others(reader.summaries())).size).toBe(40);
      }
      const [a, b] = readers.map((reader) => others(reader.summaries()));
      expect(a).toEqual(b);
      const middle = readers[0]?.events.find(({ data }) => data.id === others(a ?? [])[20]?.split(' ')[1])?.id ?? 0;
      const resumed = await readEvents(other, { after: middle });
      await until(() => others(resumed.summaries()).length === 19);
      expect(others(resumed.summaries())).toEqual(a?.slice(21));
    });
  });

  it(
    'sends heartbeat comments and disconnects a reader that stops reading, and no other',
    { tags: ['slow'] },
    async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ clock, env });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
      const healthy = await readEvents(gateway);
      const stuck = await readEvents(gateway, { after: 0 });
      stuck.response.pause();
      clock.advance(15_000);
      await until(() => healthy.comments === 1);

      const text = '語'.repeat(4000);
      const texts = { body: { ...asking.body, text } };
      let prompts = 0;
      let waiting = 0;
      // Until the operating system's buffers are full, and as much again.
      for (let more = 200; more > 0;) {
        const asked = await Promise.all(Array.from({ length: 10 }, () => gateway.call(createPrompt, texts)));
        for (const { prompt_id: id } of asked) await cancel(gateway, id);
        prompts += asked.length;
        await until(() => others(healthy.summaries()).length === prompts * 2);
        waiting = Math.max(waiting, bytesHeld(gateway));
        if (waiting > 65_536) more -= asked.length;
      }
      // The limit of 65,536 bytes, plus the event that exceeded it.
      expect(waiting).toBeLessThan(100_000);
      expect(others(stuck.summaries()).length).toBeLessThan(prompts * 2);

      for (let times = 0; times < 5; times += 1) {
        clock.advance(15_000);
        await until(() => healthy.comments === times + 2);
      }
      stuck.response.resume();
      await until(() => stuck.ended);
      const seen = stuck.events.at(-1)?.id ?? 0;
      const resumed = await readEvents(gateway, { after: seen });
      await until(() => others(stuck.summaries()).length + others(resumed.summaries()).length === prompts * 2);
      expect([...others(stuck.summaries()), ...others(resumed.summaries())]).toEqual(others(healthy.summaries()));
    },
  );

  it('serves at most 200 readers, answers HEAD, and rejects further readers with 503', async () => {
    const gateway = await startTestGateway();
    expect((await gateway.request('HEAD', '/v1/events')).status).toBe(200);
    const readers = await Promise.all(Array.from({ length: 200 }, () => readEvents(gateway)));
    const refused = await gateway.request('GET', '/v1/events');
    expect(refused.status).toBe(503);
    expect(refused.json.detail).toMatch(/serves 200 event streams already/);
    readers[0]?.close();
    await until(() => readEvents(gateway).then(Boolean, () => false));
  }, 30_000);
});

/** Bytes that the gateway buffers for clients that do not read. */
function bytesHeld(gateway: TestGateway): number {
  const { port } = new URL(gateway.url);
  const handles = (
    process as unknown as { _getActiveHandles(): { localPort?: number; writableLength?: number }[] }
  )._getActiveHandles();
  return Math.max(
    0,
    ...handles.filter(({ localPort }) => localPort === Number(port)).map(({ writableLength = 0 }) => writableLength),
  );
}
