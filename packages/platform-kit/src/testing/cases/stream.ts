import { check, shown } from '../check.js';
import { limitMs } from '../until.js';
import { receivedText, stored, texts } from './events.js';
import type { Define, SuiteContext } from './context.js';

/** Tests of the beginning and the end of receiving, and of chats. */
export function defineStream(define: Define, { platform, mode, history, open }: SuiteContext): void {
  const isPolled = mode === 'stream' && platform.capabilities.stream === 'polling';

  define('lists only reachable chats and does not consume pending events', async () => {
    const { rig, host } = await open();
    const waits = isPolled && history === 'delivered';
    if (waits) await rig.write('here I am');
    const search = { receiving: false };
    const listed = (await host.connection.chats?.(search)) ?? [];
    const again = (await host.connection.chats?.(search)) ?? [];
    check(shown(listed) === shown(again), {
      expected: `the same chats when they are listed twice: ${shown(listed)}`,
      got: shown(again),
      cause: 'chats() confirms the events that it reads',
    });
    check(listed.length <= 50, {
      expected: 'at most 50 chats',
      got: String(listed.length),
      cause: 'chats() has no limit',
    });
    for (const { id, name } of listed) {
      const probe = await host.connection.probe(id);
      check(name !== '' && probe.ok && probe.problems.length === 0, {
        expected: `a listed chat that has a name and whose id probe accepts: ${shown({ id, name })}`,
        got: shown(probe),
        cause: 'chats() returns ids in another form than that of a target, or chats that the bot cannot reach',
      });
    }
    await host.start();
    await host.connection.chats?.({ receiving: true });
    await rig.write('and here');
    await receivedText(host, 'and here');
    if (waits)
      check(texts(host)[0] === 'here I am', {
        expected: 'the text “here I am” from before the start first',
        got: shown(texts(host)),
        cause: `chats() confirms what waits for the poller, or the poller starts at the present; then declare history: 'from-start'`,
      });
  });

  if (isPolled) {
    if (history === 'from-start')
      define('leaves out what was written before the first start', async () => {
        const { rig, host } = await open();
        await rig.write('long ago');
        await host.start();
        await rig.write('now');
        await receivedText(host, 'now');
        check(shown(texts(host)) === shown(['now']), {
          expected: 'only the text “now”',
          got: shown(texts(host)),
          cause: `the poller delivers the history; a platform that keeps events for the bot declares history: 'delivered'`,
        });
      });

    define('delivers after a restart what was written in between, and nothing twice', async () => {
      const { rig, host } = await open();
      await host.start();
      await rig.write('before');
      await stored(host, 1, 'a text before the restart');
      await host.stop();
      await rig.write('in between');
      const { host: next } = await open({ rig, state: host.state });
      await next.start();
      await rig.write('after');
      await receivedText(next, 'after');
      check(shown(texts(next)) === shown(['in between', 'after']), {
        expected: 'the texts “in between” and “after”, once and in order',
        got: shown(texts(next)),
        cause: 'the position of the stream is not kept in context.state, or is kept before the event is delivered',
      });
    });
  }

  if (mode === 'stream' && !isPolled)
    define('does not receive again after a restart what was acknowledged', async () => {
      const { rig, host } = await open();
      await host.start();
      await rig.write('before');
      await stored(host, 1, 'a text before the restart');
      // The acknowledgement of the first text has been sent when a later one is there.
      await rig.write('then');
      await receivedText(host, 'then');
      await host.stop();
      const { host: next } = await open({ rig, state: host.state });
      await next.start();
      await rig.write('after');
      await receivedText(next, 'after');
      check(!texts(next).includes('before'), {
        expected: 'no text again that deliver had accepted before the restart',
        got: shown(texts(next)),
        cause: 'the adapter never acknowledges, so the platform sends the same events after each restart',
      });
    });

  define('starts promptly, stops within a second, and can be closed twice', async () => {
    const { host } = await open();
    const before = performance.now();
    await host.start();
    const took = Math.round(performance.now() - before);
    check(took < limitMs(5000), {
      expected: `the first report of the stream within ${limitMs(5000)} ms`,
      got: `one after ${took} ms`,
      cause: 'start calls onUp after the first event; it must do so when the platform has accepted the account',
    });
    const stopped = Math.round(await host.stop());
    check(stopped < limitMs(1000), {
      expected: `start and close to end within ${limitMs(1000)} ms after the signal aborts`,
      got: `${stopped} ms`,
      cause: 'a long poll or a pause runs to its end; pass the signal to fetch and to timers',
    });
    await host.connection.close();
  });
}
