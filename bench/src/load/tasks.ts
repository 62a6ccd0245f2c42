/** Tasks of the load generator and their measurements: messages between two processes. */

export interface Shot {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Repeats one request on each connection. */
export interface RequestsTask {
  readonly kind: 'requests';
  readonly url: string;
  readonly shot: Shot;
  readonly connections: number;
  /** Ends after this time, or after `count` requests. */
  readonly ms: number;
  readonly count?: number;
}

export interface EventShot extends Shot {
  /** Prompt number or text, as the callback has it; null: the response ends the event. */
  readonly key: string | null;
}

/** Sends each shot once, to the instances in turns, and ends when each callback has arrived. */
export interface EventsTask {
  readonly kind: 'events';
  readonly urls: readonly string[];
  readonly shots: readonly EventShot[];
  /**
   * `everyMs`: a shot is sent every so often, without waiting for others. `connections`: so many at once; with `untilCallback`, each waits
   * for the callback before the next shot.
   */
  readonly pace: { readonly everyMs: number } | { readonly connections: number; readonly untilCallback: boolean };
}

/** Measures the rate of callbacks from the first to the last of `count`. */
export interface DrainTask {
  readonly kind: 'drain';
  readonly count: number;
}

/** Opens `count` requests and replies when all are sent; they end later. */
export interface HoldTask {
  readonly kind: 'hold';
  readonly url: string;
  readonly shot: Shot;
  readonly count: number;
}

/** Replies when the last of the held requests has its response. */
interface ReleaseTask {
  readonly kind: 'release';
}

export type Task = RequestsTask | EventsTask | DrainTask | HoldTask | ReleaseTask;

/** Times in milliseconds; NaN where a task has none. */
export interface Measured {
  /** Requests or events that ended. */
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Callbacks of a MESSAGE channel whose `seq` was not the next one. */
  readonly outOfOrder: number;
}
