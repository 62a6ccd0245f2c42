import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createPendingTasks } from '../src/index.js';

const untilAborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
};

describe('createPendingTasks', () => {
  it('counts the tasks that have not ended', async () => {
    const tasks = createPendingTasks();
    let end = () => {};
    tasks.run(() => new Promise((resolve) => (end = resolve)));
    tasks.run(untilAborted);
    expect(tasks.size).toBe(2);
    const next = tasks.next();
    end();
    await next;
    expect(tasks.size).toBe(1);
    await tasks.settle(1);
    expect(tasks.size).toBe(0);
    await tasks.next();
  });

  it('settles as soon as all tasks have ended, without aborting them', async () => {
    const tasks = createPendingTasks();
    let aborted: boolean | null = null;
    tasks.run(async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      aborted = signal.aborted;
    });
    await tasks.settle(60_000);
    expect(aborted).toBe(false);
  });

  it('aborts the remaining tasks at the time limit and accepts new ones afterwards', async () => {
    const tasks = createPendingTasks();
    tasks.run(untilAborted);
    await tasks.settle(5);
    let aborted: boolean | null = null;
    tasks.run(async (signal) => void (aborted = signal.aborted));
    await tasks.settle(60_000);
    expect(aborted).toBe(false);
  });
});
