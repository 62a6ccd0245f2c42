import type { StreamEventType } from '@gateway/contract';

/** One line of the event stream: what happened to which resource. What it says is read from the resource itself. */
export interface StreamEventRow {
  readonly organizationId: string;
  /** Grows with every event of every organization; also the id that readers resume from. */
  readonly seq: number;
  readonly type: StreamEventType;
  /**
   * A prompt's number, the id of a message, a delivery or a channel, or a receiver's destination. Of a `message.created` whose text is kept nowhere
   * `channel/<id of the channel>`: there is no message to name.
   */
  readonly resourceId: string;
  readonly at: Date;
}

/** The newest end of the stream. Every row is given once, in order, and nothing before a given row can appear any more. */
export interface StreamTail {
  /** Where it began: nothing up to here is still to come. */
  readonly begin: number;
  /** The next rows of all organizations, at most `limit`; none: there is nothing new. May wait for rows that are being written. */
  next(limit: number): Promise<StreamEventRow[]>;
}

/** The event stream as stored. Its rows are written by the other ports, each in the transaction of the change that it tells of. */
export interface StreamEventStore {
  /** The newest `seq`; 0: there is none. */
  newest(): Promise<number>;
  /** The newest `seq` of an organization's that has been removed; 0: none has. */
  removedTo(organizationId: string): Promise<number>;
  /** An organization's rows after `after` and up to `upTo`, oldest first. */
  page(organizationId: string, after: number, upTo: number, limit: number): Promise<StreamEventRow[]>;
  /** Follows the stream from its newest row on; `signal` ends what it waits for. */
  tail(signal: AbortSignal): Promise<StreamTail>;
}
