import { StorageUnavailable } from '../storage-error.js';

export type InTurn = <T>(key: string, action: () => Promise<T>) => Promise<T>;

/**
 * Runs the actions of one key one after the other, those of different keys at the same time. At most `maxWaiting` actions of a key
 * wait; a further one is rejected with StorageUnavailable.
 */
export function createTurns({ maxWaiting }: { readonly maxWaiting: number }): InTurn {
  const lines = new Map<string, { waiting: number; last: Promise<void> }>();

  return async function inTurn<T>(key: string, action: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting > maxWaiting)
      throw new StorageUnavailable('Too many changes of one row are waiting for each other; try again later.');
    lines.set(key, line);
    line.waiting += 1;
    const turn = line.last.then(action);
    line.last = turn.then(
      () => {},
      () => {},
    );
    try {
      return await turn;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
