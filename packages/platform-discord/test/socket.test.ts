import { until } from '@gateway/simulators/discord';
import { describe, expect, it } from 'vitest';
import { connect, ignored, openDiscord, texts } from './harness.js';

async function open(options: Parameters<typeof openDiscord>[0] = {}, state = new Map<string, string>()) {
  const sim = await openDiscord(options);
  const channel = sim.addChannel();
  sim.addUser({ username: 'ada' });
  const gateway = await connect({ api: sim.url, token: sim.bot.token, state });
  return { sim, channel, gateway, state };
}

describe('the socket', () => {
  it.each([
    ['is cut', undefined],
    ['is closed by Discord', 4000],
    ['times out', 4009],
  ])('takes the session up again when the line %s, without losing a word', async (_name, code) => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.writeText({ channel, text: 'before' });
    await until(() => gateway.events.length === 1);
    sim.disconnect(code);
    await until(() => !sim.connected());
    sim.writeText({ channel, text: 'meanwhile' });
    await until(() => gateway.events.length === 2);
    expect(texts(gateway)).toEqual(['before', 'meanwhile']);
    expect(gateway.reports).toEqual(['up', 'up']);
  });

  it('comes again when Discord asks for it', async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.askToReconnect();
    await until(() => gateway.reports.length === 2);
    sim.writeText({ channel, text: 'still here' });
    await until(() => texts(gateway).includes('still here'));
  });

  it('begins a new session when the old one is gone', async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    sim.invalidateSessions();
    // The SDK keeps Discord's rule of one new session in five seconds.
    await until(() => gateway.reports.length === 2, { timeoutMs: 10_000 });
    expect(gateway.reports).toEqual(['up', 'up']);
    sim.writeText({ channel, text: 'after' });
    await until(() => texts(gateway).includes('after'));
  });

  it('after a restart goes on after the last event that was stored', async () => {
    const { sim, channel, gateway, state } = await open();
    await gateway.start();
    sim.writeText({ channel, text: 'stored' });
    await until(() => gateway.events.length === 1);
    gateway.deliver = () => Promise.reject(new Error('The database is away.'));
    sim.writeText({ channel, text: 'not stored' });
    await until(() => gateway.log.some((line) => line.includes('could not be stored')));
    await gateway.stop();
    sim.writeText({ channel, text: 'meanwhile' });

    const again = await connect({ api: sim.url, token: sim.bot.token, state });
    await again.start();
    await until(() => again.events.length === 2);
    expect(texts(again)).toEqual(['not stored', 'meanwhile']);
  });

  it('begins anew when a session of before the restart can no longer be taken up', async () => {
    const { sim, channel, gateway, state } = await open();
    await gateway.start();
    await gateway.stop();
    sim.invalidateSessions();
    const again = await connect({ api: sim.url, token: sim.bot.token, state });
    await again.start();
    await until(() => again.reports.includes('up'));
    sim.writeText({ channel, text: 'after' });
    await until(() => texts(again).includes('after'));
  });

  it('holds what cannot be stored, in order, until it can', async () => {
    const { sim, channel, gateway } = await open();
    await gateway.start();
    let failures = 2;
    gateway.deliver = async (events) => {
      if ((failures -= 1) >= 0) throw new Error('The database is away.');
      return events.map(() => ignored);
    };
    for (const text of ['one', 'two', 'three']) sim.writeText({ channel, text });
    await until(() => gateway.events.length === 3);
    expect(texts(gateway)).toEqual(['one', 'two', 'three']);
  });

  it('tells what to click when the intent is off, and keeps the token out of it', async () => {
    const { sim, gateway } = await open({ bot: { messageContent: false } });
    await gateway.start();
    expect(gateway.reports[0]).toMatch(/4014.*Privileged Gateway Intents.*MESSAGE CONTENT INTENT/);
    expect(JSON.stringify([gateway.reports, gateway.log])).not.toContain(sim.bot.token);
  });

  it('tells that the token is refused, also when it is found out later', async () => {
    const { sim, gateway } = await open();
    await gateway.start();
    sim.revokeToken();
    sim.disconnect();
    await until(() => gateway.reports.length === 2);
    expect(gateway.reports[1]).toMatch(/refuses the bot token.*Reset Token/);
  });

  it('does not give up on an address that does not answer, and stops within a second', async () => {
    const { sim, gateway } = await open();
    await sim.close();
    await gateway.start();
    expect(gateway.reports[0]).toMatch(/could not be reached/);
    const before = performance.now();
    await gateway.stop();
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('takes an answer of Discord that tells only the address', async () => {
    const { sim, channel, gateway } = await open();
    sim.failNext('getGatewayBot', {
      answer: { status: 200, body: { url: `${sim.url.replace('http', 'ws')}/gateway` } },
    });
    await gateway.start();
    expect(gateway.reports).toEqual(['up']);
    sim.writeText({ channel, text: 'hello' });
    await until(() => gateway.events.length === 1);
  });

  it('stops while the line is being made again, and does not come back', async () => {
    const { sim, gateway } = await open();
    await gateway.start();
    sim.disconnect();
    await until(() => !sim.connected());
    const before = performance.now();
    await gateway.stop();
    expect(performance.now() - before).toBeLessThan(5000);
    // The SDK would try again half a second after the break.
    await expect(until(() => sim.connected(), { timeoutMs: 800 })).rejects.toThrow(/Gave up/);
  });
});
