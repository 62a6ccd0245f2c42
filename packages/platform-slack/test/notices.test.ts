import type { Outcome } from '@gateway/platform-kit';
import { signSlackRequest, until } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { connect, question, receiveAt, scriptedApi, start } from './harness.js';

const answered: Outcome = { result: 'answered', notice: 'Recorded: <Yes>', closedText: 'Closed' };

async function asked(target?: string) {
  const world = await start();
  world.harness.deliver = async () => [answered];
  await receiveAt(world.sim, world.connection);
  const posted = await world.connection.sendPrompt(question({ target: target ?? world.room.id }));
  return { ...world, posted };
}

describe('what became of a press', () => {
  it('is told to the person alone, in the channel', async () => {
    const { sim, room, ada } = await asked();
    expect(await sim.press({ channel: room, button: 'Yes', user: ada })).toEqual({ ok: true, status: 200 });
    expect(await sim.waitForNotice()).toEqual({
      channel: room.id,
      user: ada.id,
      text: 'Recorded: &lt;Yes&gt;',
      via: 'chat.postEphemeral',
    });
    // The core rewrites the message; doing it here too would be once too often.
    expect(sim.calls({ method: 'chat.update' })).toEqual([]);
  });

  it('is told in the thread of the question', async () => {
    const { sim, room, ada, connection } = await asked();
    const root = sim.writeText({ channel: room, text: 'Releases', user: ada });
    await connection.sendPrompt(question({ target: `${room.id}:${root.ts}` }));
    await sim.press({ channel: room, button: 'No', user: ada });
    expect((await sim.waitForNotice()).thread_ts).toBe(root.ts);
  });

  it('takes the address of the press where the app may not post', async () => {
    const { sim, room, ada, harness } = await asked();
    sim.failNext('chat.postEphemeral', { error: 'not_in_channel' });
    await sim.press({ channel: room, button: 'Yes', user: ada });
    expect(await sim.waitForNotice()).toMatchObject({ via: 'response_url', user: ada.id });
    expect(harness.log).toEqual([]);
  });

  it('does not hold up the acknowledgement', async () => {
    const { sim, room } = await asked();
    sim.failNext('chat.postEphemeral', { hang: true });
    expect(await sim.press({ channel: room, button: 'Yes' })).toEqual({ ok: true, status: 200 });
  });

  it('says nothing when there is nothing to say', async () => {
    const { sim, room, harness, connection } = await asked();
    harness.deliver = async () => [{ result: 'duplicate', notice: null, closedText: null }];
    await sim.press({ channel: room, button: 'Yes' });
    await connection.close();
    expect(sim.calls({ method: 'chat.postEphemeral' })).toEqual([]);
  });

  it('is given up when the gateway stops, within a second', async () => {
    const { sim, room, connection, harness } = await asked();
    sim.failNext('chat.postEphemeral', { hang: true });
    await sim.press({ channel: room, button: 'Yes' });
    await sim.waitForCall('chat.postEphemeral', () => true).catch(() => {});
    const before = performance.now();
    await connection.close();
    expect(performance.now() - before).toBeLessThan(5000);
    expect(harness.log).toHaveLength(1);
  });

  it.each([
    'https://evil.example/x',
    'http://slack.com/x',
    'https://notslack.com/x',
    'https://slack.com.evil.example/x',
    'not an address',
  ])('never goes to an address such as %s, whoever signed it', async (response_url) => {
    const { calls, fetch } = scriptedApi({});
    const harness = await connect({ fetch });
    harness.deliver = async () => [answered];
    await harness.connection.webhook!(pressed({ response_url }));
    await until(() => harness.log.length === 1);
    expect(calls.map(({ url }) => url)).toEqual(['https://slack.com/api/chat.postEphemeral']);
  });

  it('goes to the hosts of Slack', async () => {
    const { calls, fetch } = scriptedApi({ x: () => ({ ok: true }) });
    const harness = await connect({ fetch });
    harness.deliver = async () => [answered];
    await harness.connection.webhook!(pressed({ response_url: 'https://hooks.slack.com/actions/T1/1/x' }));
    await harness.connection.close();
    expect(calls.at(-1)?.url).toBe('https://hooks.slack.com/actions/T1/1/x');
  });
});

function pressed(fields: object) {
  const payload = JSON.stringify({
    type: 'block_actions',
    user: { id: 'U1' },
    container: { message_ts: '1.1', channel_id: 'C1' },
    actions: [{ type: 'button', value: 'x', action_ts: '2.2' }],
    ...fields,
  });
  const body = new URLSearchParams({ payload }).toString();
  const headers = signSlackRequest('secret', body, Date.now());
  return { method: 'POST', url: '', query: {}, headers, body: Buffer.from(body) } as const;
}
