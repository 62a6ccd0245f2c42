import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, Task } from './load.js';

/** The process of the load generator, which also contains the callback receivers. */
export interface Loader {
  /** Ports on 127.0.0.1 that receive callbacks. */
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
