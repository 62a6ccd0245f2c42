import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './connection.js';
import type { Writer } from './writer.js';

const indexes = ['message_search', 'prompt_search'] as const;
const DELAY_MS = 60_000;
/**
 * The pause after a step as a multiple of its duration, so that few requests meet a step. A purge takes about 2 s of processor time per
 * million rows, and 100 s with the pauses.
 */
const PAUSE_FACTOR = 50;
/** At least: a step ends after an entry, and that of a frequent trigram in a million texts is a megabyte. Such a step takes 20 ms. */
const PAGES_PER_STEP = 32;

/** Removes what the search index still contains of deleted texts. */
export interface SearchPurge {
  /** Purges soon. Many calls cause one purge. */
  schedule(): void;
  /** Stops a purge in progress, which the next start continues. */
  close(): Promise<void>;
}

/**
 * A row that is deleted from the index leaves its entries there, until its part of the index is merged with all older ones. The option
 * `secure-delete` would remove them at once, for 0.6 ms per row; merging the index in small steps costs 2 us per row.
 */
export function createSearchPurge(writer: Writer): SearchPurge {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let purging: Promise<void> | undefined;

  async function purge(): Promise<void> {
    for (const index of indexes)
      for (let pages = -PAGES_PER_STEP; !closing.signal.aborted; pages = PAGES_PER_STEP) {
        const startedAt = performance.now();
        if (!(await merge(index, pages))) break;
        const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt);
        await delay(pauseMs, undefined, { signal: closing.signal, ref: false });
      }
    // The log contains the old pages.
    writer.scheduleWalTruncate();
  }

  const merge = (index: string, pages: number) =>
    writer.share((connection) => mergePages(connection, index, pages), { single: true });

  return {
    schedule() {
      if (closing.signal.aborted) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        // A full disk must not end the process. The next deletion or start purges again.
        purging = (purging ?? Promise.resolve()).then(purge).catch(() => {});
      }, DELAY_MS).unref();
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await purging;
    },
  };
}

/** A negative number of pages begins to merge all parts of the index into one, a positive number continues. False: it is complete. */
function mergePages(connection: Connection, index: string, pages: number): boolean {
  const changes = () => Number(connection.query('SELECT total_changes()', []).rows[0]?.[0]);
  const before = changes();
  connection.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, [pages]);
  return changes() - before > 1;
}
