import type { StreamEventType } from '@gateway/contract';

/** One entry of the event stream: what happened to which resource. The content is read from the resource. */
export interface StreamEventRow {
  readonly organizationId: string;
  /** Increases with every event of all organizations. Also the id that readers resume from. */
  readonly seq: number;
  readonly type: StreamEventType;
  /**
   * A prompt's number, the id of a message, a delivery or a channel, or a receiver's destination. `channel/<id of the channel>` for a
   * `message.created` whose text is not stored.
   */
  readonly resourceId: string;
  readonly at: Date;
}

/** The newest end of the stream. Returns every row once, in order. No row before a returned one can appear later. */
export interface StreamTail {
  /** The position where it started: every event up to here is in the table. */
  readonly begin: number;
  /** The next rows of all organizations, at most `limit`; empty: nothing is new. May wait for rows that are being written. */
  next(limit: number): Promise<StreamEventRow[]>;
}

/** Reads the event stream. Its rows are written by the other ports, each in the transaction of the change that it reports. */
export interface StreamEventStore {
  /** The newest `seq`; 0: there are no events. */
  newest(): Promise<number>;
  /** The newest `seq` of the organization's removed events; 0: none was removed. */
  removedTo(organizationId: string): Promise<number>;
  /** An organization's rows after `after` and up to `upTo`, oldest first. */
  page(organizationId: string, after: number, upTo: number, limit: number): Promise<StreamEventRow[]>;
  /** Follows the stream from its newest row; `signal` ends the wait. */
  tail(signal: AbortSignal): Promise<StreamTail>;
}
