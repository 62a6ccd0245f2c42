import type { Connection } from '@gateway/platform-kit';
import { expectNoSecret, ignored, runStream } from '@gateway/platform-kit/testing';
import { until } from '@gateway/simulators/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, credentialsOf, start } from './harness.js';

function listen(connection: Connection) {
  const stream = runStream(connection);
  onTestFinished(async () => void (await stream.stop()));
  return stream;
}

describe('Slack Socket Mode', () => {
  it('is available only with an app-level token, webhooks always', async () => {
    const { connection } = await connect({});
    expect(connection.start).toBeUndefined();
    const { connection: other } = await connect({ credentials: { app_token: 'xapp-1' } });
    expect([typeof other.start, typeof other.webhook]).toEqual(['function', 'function']);
  });

  it.each(['refreshSockets', 'dropSockets'] as const)(
    'reconnects after %s and receives the events sent meanwhile',
    async (end) => {
      const { sim, channel, ada, harness, connection } = await start({ socket: true, ackTimeoutMs: 500 });
      const { reports, stop } = listen(connection);
      await until(() => sim.sockets() === 1);
      sim[end]();
      await until(() => sim.sockets() === 0);
      sim.writeText({ channel, user: ada, text: 'meanwhile' });
      await until(() => harness.events.length === 1);
      expect(harness.events).toMatchObject([{ text: 'meanwhile' }]);
      expect(reports).toEqual(['up', 'up']);
      expect(await stop()).toBeLessThan(5000);
      await until(() => sim.sockets() === 0);
    },
  );

  it('answers a slash command with a sentence that only the person sees', async () => {
    const { sim, channel, ada, connection } = await start({ socket: true });
    listen(connection);
    await until(() => sim.sockets() === 1);
    expect(await sim.command({ channel, user: ada, command: '/deploy' })).toMatchObject({
      ok: true,
      shown: expect.stringContaining('This app has no commands'),
    });
  });

  it('does not acknowledge an event that was not stored', async () => {
    const { sim, channel, ada, harness, connection } = await start({ socket: true, ackTimeoutMs: 100 });
    let failures = 2;
    harness.deliver = async () => {
      if ((failures -= 1) >= 0) throw new Error('The database is not available.');
      return [ignored];
    };
    listen(connection);
    sim.writeText({ channel, user: ada, text: 'keep this' });
    await until(() => sim.events()[0]?.done === true);
    expect(sim.events()[0]?.attempts.map(({ ok }) => ok)).toEqual([false, false, true]);
    expect(new Set(harness.events.map(({ id }) => id)).size).toBe(1);
  });

  it('stores pending events on stop and accepts no new ones', async () => {
    const { sim, channel, ada, harness, connection } = await start({ socket: true });
    let store = () => {};
    harness.deliver = () => new Promise((resolve) => (store = () => resolve([ignored])));
    const { stop } = listen(connection);
    sim.writeText({ channel, user: ada, text: 'one' });
    await until(() => harness.events.length === 1);
    const stopped = stop();
    sim.writeText({ channel, user: ada, text: 'two' });
    store();
    expect(await stopped).toBeLessThan(5000);
    expect(harness.events).toHaveLength(1);
    expect(sim.events().map(({ attempts }) => attempts[0]?.ok ?? false)).toEqual([true, false]);
  });

  it('stops while an event is still being stored', async () => {
    const { sim, channel, ada, harness, connection } = await start({ socket: true });
    harness.deliver = () => new Promise(() => {});
    const { stop } = listen(connection);
    sim.writeText({ channel, user: ada, text: 'one' });
    await until(() => harness.events.length === 1);
    expect(await stop()).toBeLessThan(5000);
    await until(() => sim.sockets() === 0);
  });

  it('reports a refused app-level token, retries, and stops while it waits', async () => {
    const { sim } = await start();
    const harness = await connect({ api: sim.url, credentials: { ...credentialsOf(sim), app_token: 'xapp-wrong' } });
    const { reports, stop } = listen(harness.connection);
    await until(() => reports.length === 2);
    expect(reports[0]).toMatch(/app-level token is refused.*connections:write/);
    expectNoSecret([reports, harness.log], 'xapp-wrong');
    expect(await stop()).toBeLessThan(5000);
  });

  it('reports up when Slack is reachable again', async () => {
    const { sim, connection } = await start({ socket: true });
    sim.failNext('apps.connections.open', { drop: true });
    const { reports } = listen(connection);
    await until(() => reports.length === 2);
    expect(reports).toEqual([expect.stringContaining('could not be reached'), 'up']);
  });

  it('stops while Slack does not answer', async () => {
    const { sim, connection } = await start({ socket: true });
    sim.failNext('apps.connections.open', { hang: true });
    const { reports, stop } = listen(connection);
    await until(() => sim.calls({ method: 'apps.connections.open' }).length === 1);
    expect(await stop()).toBeLessThan(5000);
    expect(reports).toEqual([]);
  });
});
