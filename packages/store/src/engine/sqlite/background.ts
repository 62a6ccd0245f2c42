import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SqlValue } from '../../sql/sql.js';
import { createWaitingLine } from '../../sql/waiting-line.js';
import { StorageUnavailable } from '../../storage-error.js';
import { bindingName } from './binding.js';
import { bound, type Column, type Result } from './connection.js';
import { sqliteError } from './errors.js';

/** Reads on a thread of their own. */
export interface BackgroundReader {
  /** Resolves to null if `signal` aborts before the statement begins. Errors are those of a connection. */
  query(statement: string, params: readonly SqlValue[], signal?: AbortSignal): Promise<Result | null>;
  /** Rejects what waits, and resolves when the statement in progress has ended. */
  close(): Promise<void>;
}

interface Reply {
  readonly result?: { readonly columns: readonly { name: string; type: string | null }[]; readonly rows: unknown[][] };
  readonly failure?: string;
}

/** The relative path is the same from src and from dist. */
const workerFile = new URL('../../../workers/sqlite-reader.mjs', import.meta.url);
const MAX_WAITING = 100;
/** Of one result: a page of a list has at most 200. V8 would end the whole process if the rows did not fit into the memory of the thread. */
const MAX_ROWS = 10_000;
const BUSY_TIMEOUT_MS = 1000;

/**
 * A worker thread with a read-only connection of its own, so that a long read does not block the event loop. The thread
 * starts with the first statement and ends with `close`. If it crashes, the statement in progress is rejected and the next
 * one starts a new thread.
 */
export function createBackgroundReader(file: string, code = workerFile): BackgroundReader {
  const line = createWaitingLine({ parallel: 1, maxWaiting: MAX_WAITING });
  /** By statement, so that its columns are one array, by which decoders are cached (sql.ts). */
  const columnsOf = new Map<string, readonly Column[]>();
  let worker: Worker | undefined;

  function start(): Worker {
    const started = new Worker(code, {
      workerData: { file, binding: bindingName(), busyTimeoutMs: BUSY_TIMEOUT_MS, maxRows: MAX_ROWS },
    });
    // An error or the end rejects the statement in progress; no later one uses this thread.
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    return started.on('error', forget).on('exit', forget);
  }

  async function execute(statement: string, params: readonly SqlValue[]): Promise<Result> {
    worker ??= start();
    const { result, failure } = await replyOf(worker, { statement, params: params.map(bound) });
    if (!result) throw sqliteError(new Error(failure));
    const columns =
      columnsOf.get(statement) ?? result.columns.map(({ name, type }) => ({ name, type: type?.toUpperCase() ?? '' }));
    columnsOf.set(statement, columns);
    return { columns, rows: result.rows };
  }

  return {
    query: (statement, params, signal) => line.run<Result | null>(() => execute(statement, params), null, signal),
    async close() {
      line.close();
      await worker?.terminate();
    },
  };
}

/** Rejects with StorageUnavailable if the worker ends first. A waiting statement keeps the process alive, an idle worker does not. */
async function replyOf(worker: Worker, request: object): Promise<Reply> {
  const over = new AbortController();
  worker.ref();
  try {
    // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
    worker.postMessage(request);
    const ended = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new StorageUnavailable('The thread that reads the database has ended.');
    });
    const [reply] = (await Promise.race([once(worker, 'message', { signal: over.signal }), ended])) as [Reply];
    return reply;
  } catch (error) {
    throw error instanceof StorageUnavailable
      ? error
      : new StorageUnavailable('The thread that reads the database has failed.', { cause: error });
  } finally {
    over.abort();
    worker.unref();
  }
}
