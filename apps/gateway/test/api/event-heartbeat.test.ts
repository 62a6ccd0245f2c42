import { describe, expect, it } from 'vitest';
import { cancelPrompt, createPrompt } from '@gateway/contract';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { readEvents } from '../harness/event-stream.js';
import { until } from '../harness/until.js';

describe('the heartbeat of the event stream', () => {
  it('is a browser-readable event with the id of the last event', async () => {
    const clock = manualClock();
    const { telegram, env } = await startTelegram();
    const gateway = await startTestGateway({ clock, env });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser({ firstName: 'Ada' }) });
    const reader = await readEvents(gateway, { after: 0 });
    let text = '';
    reader.response.on('data', (chunk: string) => (text += chunk));
    await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Deploy?', options: ['Yes'] } });
    await until(() => reader.summaries().includes('prompt.created #1'));
    clock.advance(15_000);
    await until(() => text.includes('heartbeat'));
    const frame = text.split('\n\n').find((block) => block.includes('heartbeat'));
    expect(frame).toMatch(/^: alive\nid: \d+\nevent: heartbeat\ndata: {"type":"heartbeat"}$/);
    const last = reader.events.findLast(({ id }) => id <= (reader.lastHeartbeatId ?? 0));
    expect(reader.lastHeartbeatId).toBe(last?.id);
    expect(last?.id).toBeGreaterThanOrEqual(reader.events.find(({ type }) => type === 'prompt.created')?.id ?? 0);
  });

  onEveryEngine((engine) => {
    it('advances a filtered reader, so that it gets no stream.gap after a day without matching events', async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ clock, env: { ...(await engine.empty()), ...env } });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser() });
      const ask = () =>
        gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] } });
      const query = '?types=prompt.expired';
      const everything = await readEvents(gateway, { after: 0 });
      await ask();
      const { id: begin } = await until(() => everything.events.find(({ type }) => type === 'prompt.created'));
      const readers = [await readEvents(gateway, { query, after: begin }), await readEvents(gateway, { query })];
      await ask();
      await until(() => everything.summaries().includes('prompt.created #2'));
      clock.advance(15_000);
      const newest = everything.events.findLast(({ type }) => type === 'prompt.created')?.id ?? 0;
      for (const reader of readers) await until(() => (reader.lastHeartbeatId ?? 0) >= newest);
      for (const reader of [everything, ...readers]) reader.close();

      const resumed = async (after: number, first: 'stream.gap' | 'prompt.expired') => {
        const reader = await readEvents(gateway, { after, query });
        const { prompt_id } = await ask();
        await gateway.call(cancelPrompt, { params: { id: prompt_id } });
        await reader.waitFor(1);
        reader.close();
        return reader.events[0]?.type === first;
      };
      clock.advance(24 * 3_600_000);
      await until(async () => {
        clock.advance(3_600_000);
        return await resumed(begin, 'stream.gap');
      }, 30_000);
      for (const { lastHeartbeatId } of readers)
        expect(await resumed(lastHeartbeatId ?? 0, 'prompt.expired')).toBe(true);
    }, 60_000);

    it('gives a new reader a current id when all events have been removed', async () => {
      const clock = manualClock();
      const { telegram, env } = await startTelegram();
      const gateway = await startTestGateway({ clock, env: { ...(await engine.empty()), ...env } });
      await registerChannel(gateway, telegram, { id: 'approvals', chat: telegram.addUser() });
      await gateway.call(createPrompt, { body: { channel_id: 'approvals', text: 'Ship it?', ttl_sec: 0 } });
      const gapOf = async (after: number) => {
        const reader = await readEvents(gateway, { after });
        clock.advance(15_000);
        await until(() => reader.comments > 0);
        reader.close();
        return reader.events[0]?.type === 'stream.gap';
      };
      await until(async () => {
        clock.advance(25 * 3_600_000);
        return await gapOf(0);
      }, 30_000);
      const reader = await readEvents(gateway);
      clock.advance(15_000);
      await until(() => reader.comments > 0);
      reader.close();
      expect(await gapOf(reader.lastHeartbeatId ?? 0)).toBe(false);
    }, 60_000);
  });
});
