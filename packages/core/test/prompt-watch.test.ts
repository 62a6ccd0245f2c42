import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Change, PromptRow, Store } from '../src/index.js';
import { PromptWatch } from '../src/prompts/prompt-watch.js';
import { manualClock, settle, silentLog } from './manual-clock.js';

const WAIT_MS = 60_000;
const pendingRow = (num: number) => ({ organizationId: 'default', num, state: 'pending', expiresAt: null });
const closedRow = (num: number) => ({ ...pendingRow(num), state: 'answered' });

/** A watch on a store that records its reads. */
function watching() {
  const listeners = new Set<(change: Change) => void>();
  const clock = manualClock();
  /** The numbers of each read. */
  const reads: number[][] = [];
  const closed = new Set<number>();
  let failing = false;
  const store = {
    changes: {
      subscribe: (listener: (change: Change) => void) => (listeners.add(listener), () => listeners.delete(listener)),
    },
    prompts: {
      async closedAmong(_: string, nums: readonly number[]) {
        reads.push([...nums]);
        if (failing) throw new Error('The database is away.');
        return nums.filter((num) => closed.has(num)).map(closedRow);
      },
    },
  } as unknown as Pick<Store, 'prompts' | 'changes'>;
  const watch = new PromptWatch({ store, clock, log: silentLog });
  onTestFinished(() => watch.stop());
  return {
    watch,
    clock,
    reads,
    close: (num: number) => void closed.add(num),
    fail: (now: boolean) => (failing = now),
    publish: (change: Change) => listeners.forEach((listener) => listener(change)),
    /** Waits for pending prompts. A signal of its own for each reader, as each request has. */
    wait: (nums: readonly number[], ms = WAIT_MS, signal = new AbortController().signal) =>
      watch.firstClosed(
        { organizationId: 'default', nums, ms, signal },
        async () => nums.map(pendingRow) as unknown as PromptRow[],
      ),
  };
}

const change = (num: number): Change => ({ kind: 'prompt', organizationId: 'default', num });
const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 10_000 * Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1) });

describe('PromptWatch', () => {
  it('reads a changed prompt once for its 1000 readers, and ends their waits with it', async () => {
    const { wait, publish, close, reads } = watching();
    const ended: (number | undefined)[] = [];
    for (let count = 0; count < 1000; count += 1) void wait([7]).then((prompt) => ended.push(prompt?.num));
    void wait([8]).then(() => ended.push(8));
    await settle();
    publish(change(7));
    await settle();
    expect(reads).toEqual([[7]]);
    expect(ended).toEqual([]);
    close(7);
    publish({ kind: 'prompt', organizationId: 'another', num: 7 });
    publish({ kind: 'delivery' });
    publish(change(7));
    await eventually(() => expect(ended).toEqual(Array(1000).fill(7)));
    expect(reads).toEqual([[7], [7]]);
  });

  it('polls all watched prompts with one read every 5 s, and none without readers', async () => {
    const { wait, clock, close, reads } = watching();
    await clock.advance(20_000);
    expect(reads).toEqual([]);
    const waits = Array.from({ length: 30 }, (_, index) => wait([index % 3, 100]));
    await settle();
    close(100);
    await clock.advance(5000);
    expect(reads).toEqual([[0, 100, 1, 2]]);
    await Promise.all(waits);
    await clock.advance(20_000);
    expect(reads).toHaveLength(1);
  });

  it('reads all watched prompts at once when announcements may have been missed', async () => {
    const { wait, publish, close, reads } = watching();
    const waits = [wait([1]), wait([2])];
    await settle();
    for (const num of [1, 2]) close(num);
    publish({ kind: 'everything' });
    expect((await Promise.all(waits)).map((prompt) => prompt?.num)).toEqual([1, 2]);
    expect(reads).toEqual([[1, 2]]);
  });

  it('reads a changed prompt again after a failed read', async () => {
    const { wait, publish, close, fail, clock, reads } = watching();
    const waiting = wait([1]);
    await settle();
    close(1);
    fail(true);
    publish(change(1));
    await settle();
    fail(false);
    await clock.advance(1000);
    expect((await waiting)?.num).toBe(1);
    expect(reads).toEqual([[1], [1]]);
  });

  it('returns at once a prompt that is closed at the beginning, and null when there is none', async () => {
    const { watch } = watching();
    const read = (rows: object[]) => async () => rows as PromptRow[];
    const wait = { organizationId: 'default', nums: [1, 2], ms: WAIT_MS, signal: new AbortController().signal };
    expect((await watch.firstClosed(wait, read([pendingRow(1), closedRow(2)])))?.num).toBe(2);
    expect(await watch.firstClosed(wait, read([]))).toBeNull();
  });

  it('ends the wait of a reader whose prompt changed during its first read', async () => {
    const { watch, publish, close } = watching();
    const wait = { organizationId: 'default', nums: [1], ms: WAIT_MS, signal: new AbortController().signal };
    const waiting = watch.firstClosed(wait, async () => {
      close(1);
      publish(change(1));
      return [pendingRow(1)] as unknown as PromptRow[];
    });
    expect((await waiting)?.num).toBe(1);
  });

  it('ends a wait at its timeout, when its reader disconnects and when the watch stops', async () => {
    const { watch, wait, clock } = watching();
    const ended: string[] = [];
    const gone = new AbortController();
    const note = (reason: string) => (prompt: PromptRow | null) =>
      void ended.push(`${reason} ${prompt?.num ?? 'null'}`);
    void wait([1], 1000).then(note('time'));
    void wait([1], WAIT_MS, gone.signal).then(note('gone'));
    void wait([1]).then(note('stop'));
    await clock.advance(999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(['time null']);
    gone.abort();
    await eventually(() => expect(ended).toEqual(['time null', 'gone null']));
    watch.stop();
    await eventually(() => expect(ended).toEqual(['time null', 'gone null', 'stop null']));
    expect(await wait([1])).toBeNull();
  });
});
