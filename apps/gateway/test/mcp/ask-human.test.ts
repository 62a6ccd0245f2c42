import { describe, expect, it } from 'vitest';
import { manualClock, type ManualClock } from '../harness/clock.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { startAsking, type Asking } from '../api/asking.js';
import { connect, kinds, type Kind, type McpClient, type ToolReply, type Transport } from './clients.js';

const question = { question: 'Ship it?', options: ['Yes', 'No'], ttl_sec: 7200, channel_id: 'approvals' };
const MINUTE = 60_000;

interface Setup extends Asking {
  readonly clock: ManualClock;
  readonly client: McpClient;
  connect(): Promise<McpClient>;
}

async function setUp(kind: Kind, transport: Transport): Promise<Setup> {
  const clock = manualClock();
  const asking = await startAsking({ clock, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { key } = await makeKey(asking.gateway, { preset: 'asker' });
  const another = () => connect(kind, transport, { url: asking.gateway.url, key });
  return { ...asking, clock, client: await another(), connect: another };
}

const STEP_MS = 5000;

/** Turns the clock in steps, between which the gateway works. */
async function turn(clock: ManualClock, ms: number, stepMs = STEP_MS): Promise<void> {
  for (let turned = 0; turned < ms; turned += stepMs) {
    clock.advance(stepMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const isPosted = ({ get }: Asking) => until(async () => (await get(1)).state === 'pending');

describe.each<Transport>(['HTTP', 'stdio'])('ask_human over %s', (transport) => {
  describe.each(kinds)('by a client of %s', (kind) => {
    it.each([3, 70])('returns an answer after %d minutes to a client that reports progress', async (minutes) => {
      const setup = await setUp(kind, transport);
      let notes = 0;
      const reply = setup.client.call('ask_human', question, { onprogress: () => (notes += 1) });
      await until(() => notes > 0);
      await isPosted(setup);
      await turn(setup.clock, minutes * MINUTE, 20_000);
      await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
      expect((await reply).structuredContent).toEqual({
        status: 'answered',
        prompt_id: '#1',
        answer: { type: 'option', value: 'Yes' },
        answered_by: { id: String(setup.ada.id), username: 'ada' },
      });
    });

    it('leaves the question open when the call is cancelled, and the same call continues it', async () => {
      const setup = await setUp(kind, transport);
      const cancelling = new AbortController();
      const first = setup.client.call('ask_human', question, { signal: cancelling.signal, onprogress: () => {} });
      await isPosted(setup);
      cancelling.abort();
      await expect(first).rejects.toThrow();
      expect(await setup.get(1)).toMatchObject({ state: 'pending' });

      const second = setup.client.call('ask_human', question, { onprogress: () => {} });
      await setup.telegram.press({ chat: setup.ada, button: 'No' });
      expect((await second).structuredContent).toMatchObject({ prompt_id: '#1', answer: { value: 'No' } });
      // The answer was received, so the next call asks again.
      const third = await setup.client.call('ask_human', { ...question, wait_sec: 0 });
      expect(third.structuredContent).toEqual({ status: 'pending', prompt_id: '#2' });
    });
  });
});

describe('ask_human for a client that reports no progress', () => {
  it.each(kinds.slice(0, 2))('returns pending after 45 seconds to %s, and await_answer goes on', async (kind) => {
    const setup = await setUp(kind, 'HTTP');
    let reply: ToolReply | null = null;
    const asked = setup.client.call('ask_human', question).then((received) => (reply = received));
    await isPosted(setup);
    await turn(setup.clock, 40_000);
    expect(reply).toBeNull();
    await turn(setup.clock, 10_000);
    expect((await asked).structuredContent).toEqual({ status: 'pending', prompt_id: '#1' });

    const answer = setup.client.call('await_answer', { prompt_id: '#1' });
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    expect((await answer).structuredContent).toMatchObject({ status: 'answered', answer: { value: 'Yes' } });
  });

  it('asks a client of revision 2026-07-28 to call again, so that one call receives an answer after 3 minutes', async () => {
    const setup = await setUp('v2, revision 2026-07-28', 'HTTP');
    let received: ToolReply | null = null;
    const asked = setup.client.call('ask_human', question).then((reply) => (received = reply));
    await isPosted(setup);
    // The first request connected the client, and each of four rounds lasts 45 seconds.
    const startedAt = setup.clock.now();
    await until(() => {
      setup.clock.advance(STEP_MS);
      return callsOf(setup) >= 5;
    });
    expect(setup.clock.now() - startedAt).toBeGreaterThan(3 * MINUTE - STEP_MS);
    expect(received).toBeNull();
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    expect((await asked).structuredContent).toMatchObject({ status: 'answered', prompt_id: '#1' });
  });
});

/** The requests to /mcp that have ended. */
function callsOf({ gateway }: Asking): number {
  return gateway.logLines.filter((line) => line.includes('"path":"/mcp"')).length;
}
