import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, Task } from './load.js';

/** The load generator's process, and the receiver of callbacks that lives in it. */
export interface Loader {
  /** Ports of 127.0.0.1 that take callbacks. */
  readonly receiverPorts: readonly number[];
  run(task: Task): Promise<Measured>;
  close(): void;
}

export async function startLoader(): Promise<Loader> {
  const child = fork(fileURLToPath(new URL('./load.js', import.meta.url)));
  const [{ receiverPorts }] = (await once(child, 'message')) as [{ receiverPorts: number[] }];
  return {
    receiverPorts,
    async run(task) {
      const reply = once(child, 'message') as Promise<[{ measured?: Measured; error?: string }]>;
      child.send(task);
      const [{ measured, error }] = await reply;
      if (!measured) throw new Error(error);
      return measured;
    },
    close: () => child.disconnect(),
  };
}
