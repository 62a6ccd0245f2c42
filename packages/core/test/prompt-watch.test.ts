import { describe, expect, it, vi } from 'vitest';
import type { Change } from '../src/index.js';
import { PromptWatch } from '../src/prompts/prompt-watch.js';
import { manualClock } from './manual-clock.js';

function watching() {
  const listeners = new Set<(change: Change) => void>();
  const subscribe = (listener: (change: Change) => void) => (
    listeners.add(listener),
    () => void listeners.delete(listener)
  );
  const clock = manualClock();
  const publish = (change: Change) => listeners.forEach((listener) => listener(change));
  return { watch: new PromptWatch({ subscribe }, clock), publish, clock, listeners };
}

const prompt = (num: number) => ({ organizationId: 'default', num });
/** A signal of its own for each reader, as each request has: a shared one would collect the listeners of all. */
const never = () => new AbortController().signal;
const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1) });

describe('PromptWatch', () => {
  it('uses one subscription for 3000 waiting readers, and wakes only those whose prompt changed', async () => {
    const { watch, publish, listeners } = watching();
    const woken: number[] = [];
    for (let num = 1; num <= 3000; num += 1) {
      void watch
        .listen('default', [num])
        .changed(60_000, never())
        .then(() => woken.push(num));
    }
    expect(listeners.size).toBe(1);
    publish({ kind: 'prompt', ...prompt(7) });
    publish({ kind: 'prompt', organizationId: 'another', num: 8 });
    publish({ kind: 'delivery' });
    await eventually(() => expect(woken).toEqual([7]));
    publish({ kind: 'everything' });
    await eventually(() => expect(woken.length).toBe(3000));
  });

  it('wakes a reader at once when its prompt changed between listen and wait', async () => {
    const { watch, publish } = watching();
    const listener = watch.listen('default', [1]);
    publish({ kind: 'prompt', ...prompt(1) });
    await listener.changed(60_000, never());
  });

  it('ends a wait at its timeout, when its reader disconnects and when the watch stops', async () => {
    const { watch, clock, listeners } = watching();
    const ended: string[] = [];
    const gone = new AbortController();
    void watch
      .listen('default', [1])
      .changed(1000, never())
      .then(() => ended.push('time'));
    void watch
      .listen('default', [1])
      .changed(60_000, gone.signal)
      .then(() => ended.push('gone'));
    void watch
      .listen('default', [1])
      .changed(60_000, never())
      .then(() => ended.push('stop'));
    await clock.advance(999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(['time']);
    gone.abort();
    await eventually(() => expect(ended).toEqual(['time', 'gone']));
    watch.stop();
    await eventually(() => expect(ended).toEqual(['time', 'gone', 'stop']));
    expect(listeners.size).toBe(0);
    await watch.listen('default', [1]).changed(60_000, never());
  });
});
