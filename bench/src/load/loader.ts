import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, Task } from './tasks.js';

/** The process of the load generator, which also contains the callback receivers. */
export interface Loader {
  /** Ports on 127.0.0.1 that receive callbacks. */
  readonly receiverPorts: readonly number[];
  /** Tasks may run at the same time; only one may wait for callbacks. */
  run(task: Task): Promise<Measured>;
  close(): void;
}

export async function startLoader(): Promise<Loader> {
  // NaN does not survive JSON.
  const child = fork(fileURLToPath(new URL('./generator.js', import.meta.url)), { serialization: 'advanced' });
  const [{ receiverPorts }] = (await once(child, 'message')) as [{ receiverPorts: number[] }];
  const waiting = new Map<number, (reply: { measured?: Measured; error?: string }) => void>();
  child.on('message', (reply: { id: number; measured?: Measured; error?: string }) => waiting.get(reply.id)?.(reply));
  let id = 0;
  return {
    receiverPorts,
    async run(task) {
      id += 1;
      const own = id;
      child.send({ id: own, task });
      const { measured, error } = await new Promise<{ measured?: Measured; error?: string }>((resolve) =>
        waiting.set(own, resolve),
      );
      waiting.delete(own);
      if (!measured) throw new Error(error);
      return measured;
    },
    close: () => child.disconnect(),
  };
}
