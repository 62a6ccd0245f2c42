import { ignored, sampleQuestion } from '@gateway/platform-kit/testing';
import { until } from '@gateway/simulators/discord';
import { describe, expect, it } from 'vitest';
import { connect, openDiscord, textsOf } from './harness.js';

async function open(options: Parameters<typeof openDiscord>[0] = {}, state = new Map<string, string>()) {
  const sim = await openDiscord(options);
  const channel = sim.addChannel();
  sim.addUser({ username: 'ada' });
  const gateway = await connect({ api: sim.url, token: sim.bot.token, state });
  return { sim, channel, gateway, state };
}

describe('Discord socket', () => {
  it.each([
    ['is cut', undefined],
    ['is closed by Discord', 4000],
    ['times out', 4009],
  ])('resumes the session without losing events when the connection %s', async (_name, code) => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.writeText({ channel, text: 'before' });
    await until(() => gateway.stored.length === 1);
    sim.disconnect(code);
    await until(() => !sim.connected());
    sim.writeText({ channel, text: 'meanwhile' });
    await until(() => gateway.stored.length === 2);
    expect(textsOf(gateway)).toEqual(['before', 'meanwhile']);
    expect(gateway.reports).toEqual(['up', 'up']);
  });

  it('reconnects when Discord requests it', async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.askToReconnect();
    await until(() => gateway.reports.length === 2);
    sim.writeText({ channel, text: 'still here' });
    await until(() => textsOf(gateway).includes('still here'));
  });

  it('starts a new session when the old one has expired', { tags: ['slow'] }, async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.invalidateSessions();
    // The SDK waits for Discord's limit of one new session per five seconds.
    await until(() => gateway.reports.length === 2, { timeoutMs: 10_000 });
    expect(gateway.reports).toEqual(['up', 'up']);
    sim.writeText({ channel, text: 'after' });
    await until(() => textsOf(gateway).includes('after'));
  });

  it('resumes after a restart behind the last stored event', async () => {
    const { sim, channel, gateway, state } = await open();
    await gateway.start();
    sim.writeText({ channel, text: 'stored' });
    await until(() => gateway.stored.length === 1);
    gateway.deliver = () => Promise.reject(new Error('The database is away.'));
    sim.writeText({ channel, text: 'not stored' });
    await until(() => gateway.log.some((line) => line.includes('could not be stored')));
    await gateway.stop();
    sim.writeText({ channel, text: 'meanwhile' });

    const again = await connect({ api: sim.url, token: sim.bot.token, state });
    await again.start();
    await until(() => again.stored.length === 2);
    expect(textsOf(again)).toEqual(['not stored', 'meanwhile']);
  });

  it('starts a new session after a restart when the old one cannot be resumed', async () => {
    const { sim, channel, gateway, state } = await open();
    await gateway.start();
    await gateway.stop();
    sim.invalidateSessions();
    const again = await connect({ api: sim.url, token: sim.bot.token, state });
    await again.start();
    await until(() => again.reports.includes('up'));
    sim.writeText({ channel, text: 'after' });
    await until(() => textsOf(again).includes('after'));
  });

  it('keeps events that cannot be stored in order and retries', async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    let failures = 2;
    gateway.deliver = async (events) => {
      if ((failures -= 1) >= 0) throw new Error('The database is away.');
      return events.map(() => ignored);
    };
    for (const text of ['one', 'two', 'three']) sim.writeText({ channel, text });
    await until(() => gateway.stored.length === 3);
    expect(textsOf(gateway)).toEqual(['one', 'two', 'three']);
  });

  it('without the message intent, receives presses, mentions and direct messages, and reports what is missing', async () => {
    const { sim, channel, gateway } = await open({ bot: { messageContent: false } });
    await gateway.start();
    expect(gateway.reports).toEqual([
      expect.stringMatching(/^up: Discord withholds the texts.*Privileged Gateway Intents.*MESSAGE CONTENT INTENT/),
    ]);
    expect(await gateway.connection.probe(channel.id)).toMatchObject({
      ok: true,
      remarks: [expect.stringContaining('MESSAGE CONTENT INTENT')],
    });
    const { messageId } = await gateway.connection.sendPrompt(sampleQuestion({ target: channel.id }));
    await sim.press({ channel, message: messageId, button: 'Yes' });
    sim.writeText({ channel, text: 'no mention' });
    sim.writeText({ channel, text: `<@${sim.bot.id}> named` });
    sim.writeText({ channel: sim.directMessages(sim.addUser()), text: 'in private' });
    await until(() => gateway.stored.length === 3);
    expect(textsOf(gateway)).toEqual(['p1.0.abcdef', expect.stringContaining('named'), 'in private']);
    expect(JSON.stringify([gateway.reports, gateway.log])).not.toContain(sim.bot.token);
  });

  it('without the message intent, resumes after a drop and after a restart', async () => {
    const { sim, channel, gateway, state } = await open({ bot: { messageContent: false } });
    await gateway.start();
    sim.disconnect();
    await until(() => !sim.connected());
    sim.writeText({ channel, text: `<@${sim.bot.id}> one` });
    await until(() => gateway.stored.length === 1);
    await gateway.stop();
    sim.writeText({ channel, text: `<@${sim.bot.id}> two` });
    const again = await connect({ api: sim.url, token: sim.bot.token, state });
    await again.start();
    await until(() => again.stored.length === 1);
    expect(again.reports).toEqual([expect.stringMatching(/^up: Discord withholds/)]);
  });

  it('receives all texts after the message intent is turned on', async () => {
    const { sim, channel, gateway } = await open({ bot: { messageContent: false }, heartbeatMs: 100 });
    await gateway.start();
    sim.setMessageContent(true);
    await until(() => gateway.reports.length === 2, { timeoutMs: 15_000 });
    expect(gateway.reports[1]).toBe('up');
    sim.writeText({ channel, text: 'no mention' });
    await until(() => textsOf(gateway).includes('no mention'));
  });

  it('reports a refused token, also while connected', async () => {
    const { sim, gateway } = await open();
    await gateway.start();
    sim.revokeToken();
    sim.disconnect();
    await until(() => gateway.reports.length === 2);
    expect(gateway.reports[1]).toMatch(/refuses the bot token.*Reset Token/);
  });

  it('retries an address that does not answer, and stops promptly', async () => {
    const { sim, gateway } = await open();
    await sim.close();
    await gateway.start();
    expect(gateway.reports[0]).toMatch(/could not be reached/);
    const before = performance.now();
    await gateway.stop();
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('accepts a gateway answer with only the address', async () => {
    const { sim, channel, gateway } = await open();
    sim.failNext('getGatewayBot', {
      answer: { status: 200, body: { url: `${sim.url.replace('http', 'ws')}/gateway` } },
    });
    await gateway.start();
    expect(gateway.reports).toEqual(['up']);
    sim.writeText({ channel, text: 'hello' });
    await until(() => gateway.stored.length === 1);
  });

  it('stops during a reconnect and does not connect again', async () => {
    const { sim, gateway } = await open();
    await gateway.start();
    sim.disconnect();
    await until(() => !sim.connected());
    const before = performance.now();
    await gateway.stop();
    expect(performance.now() - before).toBeLessThan(5000);
    // The SDK would reconnect half a second after the drop.
    await expect(until(() => sim.connected(), { timeoutMs: 800 })).rejects.toThrow(/Timed out/);
  });
});
