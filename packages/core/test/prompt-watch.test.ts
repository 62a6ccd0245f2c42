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
  const tell = (change: Change) => listeners.forEach((listener) => listener(change));
  return { watch: new PromptWatch({ subscribe }, clock), tell, clock, listeners };
}

const prompt = (num: number) => ({ organizationId: 'default', num });
const never = new AbortController().signal;
const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1) });

describe('watching prompts', () => {
  it('has one ear for thousands who wait, and wakes only those whose prompt has changed', async () => {
    const { watch, tell, listeners } = watching();
    const woken: number[] = [];
    for (let num = 1; num <= 3000; num += 1) {
      void watch
        .listen('default', [num])
        .changed(60_000, never)
        .then(() => woken.push(num));
    }
    expect(listeners.size).toBe(1);
    tell({ kind: 'prompt', ...prompt(7) });
    tell({ kind: 'prompt', organizationId: 'another', num: 8 });
    tell({ kind: 'delivery' });
    await eventually(() => expect(woken).toEqual([7]));
    tell({ kind: 'everything' });
    await eventually(() => expect(woken.length).toBe(3000));
  });

  it('remembers what changed between the beginning and the wait', async () => {
    const { watch, tell } = watching();
    const listener = watch.listen('default', [1]);
    tell({ kind: 'prompt', ...prompt(1) });
    await listener.changed(60_000, never);
  });

  it('ends a wait when its time is over, when its reader has gone and when it stops', async () => {
    const { watch, clock, listeners } = watching();
    const ended: string[] = [];
    const gone = new AbortController();
    void watch
      .listen('default', [1])
      .changed(1000, never)
      .then(() => ended.push('time'));
    void watch
      .listen('default', [1])
      .changed(60_000, gone.signal)
      .then(() => ended.push('gone'));
    void watch
      .listen('default', [1])
      .changed(60_000, never)
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
    await watch.listen('default', [1]).changed(60_000, never);
  });
});
