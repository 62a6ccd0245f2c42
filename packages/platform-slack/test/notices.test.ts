import type { Outcome } from '@gateway/platform-kit';
import { sampleQuestion, webhookRequest } from '@gateway/platform-kit/testing';
import { signSlackRequest, until } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { connect, receiveAt, scriptedApi, start } from './harness.js';

const answered: Outcome = { result: 'answered', notice: 'Recorded: <Yes>', closedText: 'Closed' };

async function startWithQuestion(target?: string) {
  const setup = await start();
  setup.harness.deliver = async () => [answered];
  await receiveAt(setup.sim, setup.connection);
  const posted = await setup.connection.sendPrompt(sampleQuestion({ target: target ?? setup.channel.id }));
  return { ...setup, posted };
}

describe('Slack notices', () => {
  it('are shown only to the person who pressed, in the channel', async () => {
    const { sim, channel, ada } = await startWithQuestion();
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toEqual({ ok: true, status: 200 });
    expect(await sim.waitForNotice()).toEqual({
      channel: channel.id,
      user: ada.id,
      text: 'Recorded: &lt;Yes&gt;',
      via: 'chat.postEphemeral',
    });
    // The core rewrites the message by closePrompt.
    expect(sim.calls({ method: 'chat.update' })).toEqual([]);
  });

  it('are shown in the thread of the question', async () => {
    const { sim, channel, ada, connection } = await startWithQuestion();
    const root = sim.writeText({ channel, text: 'Releases', user: ada });
    await connection.sendPrompt(sampleQuestion({ target: `${channel.id}:${root.ts}` }));
    await sim.press({ channel, button: 'No', user: ada });
    expect((await sim.waitForNotice()).thread_ts).toBe(root.ts);
  });

  it('are sent to the response URL when the app may not post', async () => {
    const { sim, channel, ada, harness } = await startWithQuestion();
    sim.failNext('chat.postEphemeral', { error: 'not_in_channel' });
    await sim.press({ channel, button: 'Yes', user: ada });
    expect(await sim.waitForNotice()).toMatchObject({ via: 'response_url', user: ada.id });
    expect(harness.log).toEqual([]);
  });

  it('do not delay the acknowledgement', async () => {
    const { sim, channel } = await startWithQuestion();
    sim.failNext('chat.postEphemeral', { hang: true });
    expect(await sim.press({ channel, button: 'Yes' })).toEqual({ ok: true, status: 200 });
  });

  it('are not sent when the outcome has no notice', async () => {
    const { sim, channel, harness, connection } = await startWithQuestion();
    harness.deliver = async () => [{ result: 'duplicate', notice: null, closedText: null }];
    await sim.press({ channel, button: 'Yes' });
    await connection.close();
    expect(sim.calls({ method: 'chat.postEphemeral' })).toEqual([]);
  });

  it('are aborted when the connection closes, without delaying it', { tags: ['slow'] }, async () => {
    const { sim, channel, connection, harness } = await startWithQuestion();
    sim.failNext('chat.postEphemeral', { hang: true });
    await sim.press({ channel, button: 'Yes' });
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
  ])('are never sent to the response URL %s of a signed press', async (response_url) => {
    const { calls, fetch } = scriptedApi({});
    const harness = await connect({ fetch });
    harness.deliver = async () => [answered];
    await harness.connection.webhook!(pressed({ response_url }));
    await until(() => harness.log.length === 1);
    expect(calls.map(({ url }) => url)).toEqual(['https://slack.com/api/chat.postEphemeral']);
  });

  it('are sent to response URLs on hosts of Slack', async () => {
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
  return webhookRequest(body, headers);
}
