import { createHook } from 'node:async_hooks';
import { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { waitFor } from '../check.js';
import type { TestConnection } from '../test-connection.js';
import { receivedText } from './events.js';
import type { Define, SuiteContext } from './context.js';

/** How often the stream is made to connect again. */
const RECONNECTS = 2;

/** Tests of what an adapter holds: sockets, processes, timers. */
export function defineResources(define: Define, { mode, open }: SuiteContext): void {
  if (mode === 'stream')
    define('holds no more sockets after it has connected again several times', async () => {
      const { rig, host } = await open();
      await host.start();
      const reconnect = async (text: string) => {
        // After a failed delivery, an adapter may connect again to receive the event once more.
        host.failDeliveries(1);
        await rig.write(text);
        await receivedText(host, text);
        await rig.disconnect?.();
        await rig.write(`${text}, after a new connection`);
        await receivedText(host, `${text}, after a new connection`);
      };
      await reconnect('warm');
      const before = handles().length;
      for (let time = 1; time <= RECONNECTS; time += 1) await reconnect(`time ${time}`);
      await waitFor(
        // One request may be under way.
        () => handles().length <= before + 1,
        () => ({
          expected: `at most ${before + 1} open sockets after ${RECONNECTS} failed deliveries and ended connections`,
          got: `${handles().length}: ${named(handles())}`,
          cause: 'the adapter opens a socket at each attempt and leaves the old one open; destroy it in finally',
        }),
      );
    });

  define('leaves no socket, process or timer open after close', async () => {
    const { rig, host: first } = await open();
    await use(first, rig.target);
    // What the first connection left behind may be shared by all, such as a pool of an SDK.
    const known = new Set(handles());
    const { host } = await open({ rig, state: first.state });
    const timers = recordTimers();
    try {
      await use(host, rig.target).finally(timers.stop);
      const left = () => handles().filter((handle) => !known.has(handle));
      await waitFor(
        () => left().length === 0 && timers.running().length === 0,
        () => ({
          expected: 'nothing of the connection to be open',
          got: [named(left()), ...timers.running().map((place) => `a timer set ${place}`)].filter(Boolean).join(', '),
          cause: 'close does not end what start or the calls opened: destroy sockets, end processes, clear timers',
        }),
      );
    } finally {
      timers.end();
    }
  });
}

async function use(host: TestConnection, target: string): Promise<void> {
  await host.start();
  await host.connection.probe(target);
  await host.stop();
}

/**
 * The sockets and processes that keep this process alive, except those that a server of the rig accepted and the standard streams.
 * Node documents only a list of names, without the objects, so this uses the older function.
 */
function handles(): object[] {
  const active = (process as unknown as { _getActiveHandles(): object[] })._getActiveHandles();
  return active.filter(
    (handle) =>
      handle instanceof ChildProcess ||
      (handle instanceof Socket && handle.remotePort !== undefined && !('server' in handle && handle.server)),
  );
}

/** Records the timers that are set until `stop`. `running`: where those were set that still keep the process alive. */
function recordTimers(): { stop(): void; running(): string[]; end(): void } {
  const timers = new Map<number, { timer: NodeJS.Timeout; place: string }>();
  let isSetting = true;
  const hook = createHook({
    init(id, type, _trigger, timer) {
      if (type === 'Timeout' && isSetting) timers.set(id, { timer: timer as NodeJS.Timeout, place: placeIn(stack()) });
    },
    destroy: (id) => void timers.delete(id),
  }).enable();
  return {
    stop: () => void (isSetting = false),
    running: () => [...timers.values()].flatMap(({ timer, place }) => (timer.hasRef() ? place : [])),
    end: () => void hook.disable(),
  };
}

const stack = () => new Error('where').stack?.split('\n').slice(1) ?? [];

/** The first frame outside of Node and of this file, such as `at start (src/stream.ts:12:3)`. */
function placeIn(frames: readonly string[]): string {
  const own = frames.find((frame) => !frame.includes('node:') && !frame.includes(import.meta.filename));
  return own?.trim().replaceAll(`${process.cwd()}/`, '') ?? 'at an unknown place';
}

function named(open: readonly object[]): string {
  return open
    .map((handle) =>
      handle instanceof Socket ? `a socket to ${handle.remoteAddress}:${handle.remotePort}` : 'a process',
    )
    .join(', ');
}
