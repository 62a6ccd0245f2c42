import { describe, expect, it } from 'vitest';
import { createPrompt } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { readEvents, type EventReader } from '../harness/event-stream.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { makeKey, startKeyedGateway } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';
import { startAsking } from './asking.js';

const summaries = ({ events }: EventReader) =>
  events.map(({ type, data }) => `${type} ${data.prompt_id ?? data.id ?? data.channel_id}`);

describe('a reader of the event stream', () => {
  const shared = startOnce(startTestGateway);

  it('gets the type in the data of every event', async () => {
    const { gateway, ask } = await startAsking();
    const reader = await readEvents(gateway);
    await ask();
    const created = await until(() => reader.events.find(({ type }) => type === 'prompt.created'));
    expect(created.data).toMatchObject({ type: 'prompt.created', id: '#1' });
  });

  onEveryEngine((engine) => {
    it('gets only the requested types, channels and correlation ids, from the past and live', async () => {
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ env: { ...(await engine.empty()), ...env } });
      const receiver = await startReceiver();
      const chats = [telegram.addUser(), telegram.addUser(), telegram.addUser()];
      for (const [index, id] of ['one', 'two'].entries())
        await registerChannel(gateway, telegram, { id, chat: chats[index] ?? { id: 0 } });
      const talker = chats[2] ?? { id: 0 };
      await registerChannel(gateway, telegram, {
        id: 'talk',
        chat: talker,
        type: 'MESSAGE',
        callbackUrl: receiver.url,
      });
      const queries = [
        '?types=prompt.created,prompt.expired',
        '?channel_id=two,talk&types=prompt.created,message.created,delivery.updated',
        '?correlation_id=b,c',
        '?correlation_id=a&channel_id=two',
      ];
      const live = await Promise.all(queries.map((query) => readEvents(gateway, { query })));
      const all = await readEvents(gateway);
      for (const [channel_id, correlation_id] of [
        ['one', 'a'],
        ['two', 'b'],
        ['two', null],
      ] as const) {
        await gateway.call(createPrompt, {
          body: {
            channel_id,
            correlation_id,
            text: 'Ship it?',
            options: ['Yes'],
            callback_url: receiver.url,
            notify_on_expiry: true,
          },
        });
      }
      await gateway.request('POST', '/v1/prompts/2/cancel');
      await until(() => receiver.received.length === 1);
      telegram.writeText({ chat: talker, text: 'Hi' });
      await until(() => all.events.filter(({ data }) => data.state === 'delivered').length === 2);
      await until(() => all.events.filter(({ type }) => type === 'delivery.updated').length === 4);

      const past = await Promise.all(queries.map((query) => readEvents(gateway, { query, after: 0 })));
      for (const readers of [live, past]) {
        const [types, channels, correlated, none] = readers;
        if (!types || !channels || !correlated || !none) throw new Error('A reader is missing.');
        await types.waitFor(4);
        expect(summaries(types)).toEqual([
          'prompt.created #1',
          'prompt.created #2',
          'prompt.created #3',
          'prompt.expired #2',
        ]);
        await channels.waitFor(7);
        expect(channels.events.map(({ type }) => type).toSorted()).toEqual([
          ...Array.from({ length: 4 }, () => 'delivery.updated'),
          'message.created',
          ...Array.from({ length: 2 }, () => 'prompt.created'),
        ]);
        await correlated.waitFor(4);
        expect(summaries(correlated)).toEqual([
          'prompt.created #2',
          'prompt.expired #2',
          'delivery.updated #2',
          'delivery.updated #2',
        ]);
        expect(summaries(none)).toEqual([]);
      }
    }, 60_000);

    it('first gets stream.gap when it missed removed events, with any filters', async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ clock, env: { ...(await engine.empty()), ...env } });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser() });
      const ask = () =>
        gateway.call(createPrompt, {
          body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'], ttl_sec: 0 },
        });
      const watcher = await readEvents(gateway, { query: '?types=prompt.created' });
      await ask();
      await ask();
      const [first, second] = await watcher.waitFor(2);
      const kept = await readEvents(gateway, { after: first?.id ?? 0, query: '?types=prompt.created' });
      expect((await kept.waitFor(1)).map(({ type }) => type)).toEqual(['prompt.created']);

      for (const reader of [watcher, kept]) reader.close();
      clock.advance(24 * 3_600_000);
      const resumed = async (after: number, query = '') => {
        const reader = await readEvents(gateway, { after, query });
        await ask();
        await reader.waitFor(2);
        reader.close();
        return reader.events;
      };
      await until(async () => {
        clock.advance(3_600_000);
        return (await resumed(0))[0]?.type === 'stream.gap';
      }, 30_000);
      const [gap, ...rest] = await resumed(first?.id ?? 0, '?types=prompt.created&channel_id=approvals');
      expect(gap).toEqual({
        id: first?.id,
        type: 'stream.gap',
        data: { type: 'stream.gap', last_event_id: String(first?.id) },
      });
      expect(rest.every(({ type }) => type === 'prompt.created')).toBe(true);
      // No event after this one was removed before the newest event of that day.
      const after = await resumed(rest[0]?.id ?? 0);
      expect(after.map(({ type }) => type)).not.toContain('stream.gap');
      expect(second?.id).toBeGreaterThan(first?.id ?? 0);
    }, 60_000);
  });

  it('first gets stream.gap when its last event id is from another database', async () => {
    const { gateway, ask } = await startAsking();
    const reader = await readEvents(gateway, { after: 987_654_321, query: '?types=prompt.created' });
    await ask();
    expect(await reader.waitFor(2)).toMatchObject([
      { type: 'stream.gap', data: { last_event_id: '987654321' } },
      { type: 'prompt.created' },
    ]);
    expect(reader.events[0]?.id).toBeLessThan(reader.events[1]?.id ?? 0);
  });

  it.each([
    ['?types=prompt.answred', /^types\.0 must be one of prompt\.created,/],
    ['?types=', /^types\.0 must be one of/],
    ['?channel_id=a%20b', /^channel_id\.0 must contain only/],
    ['?correlation_id=a,,b', /^correlation_id\.1 must not be empty/],
  ])('with the filter %s is rejected with the reason', async (query, detail) => {
    const gateway = shared();
    const refused = await gateway.request('GET', `/v1/events${query}`);
    expect(refused.status).toBe(400);
    expect(refused.json.detail).toMatch(detail);
  });

  it('is rejected with 403 when its scopes allow none of the requested types, and gets the allowed ones', async () => {
    const gateway = await startKeyedGateway();
    const { key } = await makeKey(gateway, { scopes: ['prompts:read'] });
    const headers = { 'x-api-key': key };
    const refused = await gateway.request('GET', '/v1/events?types=message.created,message.sent', { headers });
    expect(refused).toMatchObject({
      status: 403,
      json: { detail: 'Reading message.created, message.sent requires the scope messages:read.' },
    });
    await readEvents(gateway, { apiKey: key, query: '?types=message.created,prompt.created' });
  });
});
