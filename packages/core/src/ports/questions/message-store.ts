import type { NewAuditEntry } from '../service/audit-store.js';
import type { MessageDelivery } from '../service/delivery-store.js';
import type { EventKey, Page } from '../system.js';
import type { AnyShape } from '../record-shape.js';
import type { MessageRow } from '../rows.js';

export interface MessageFilter {
  readonly direction?: 'inbound' | 'outbound';
  readonly channelId?: string;
  /** Only of these channels. */
  readonly channelIds?: readonly string[];
  /**
   * Part of the text, case-insensitive. One without three letters or digits in sequence is searched in the newest 10,000 rows of the
   * list only.
   */
  readonly q?: string;
  /** When it aborts, the result is not needed: a search that has not begun returns no rows. */
  readonly signal?: AbortSignal;
}

export type NewMessage = Omit<MessageRow, 'seq' | 'fromName' | 'deliveryState' | 'failure' | 'threadId' | 'replyTo'> &
  Partial<Pick<MessageRow, 'fromName' | 'deliveryState' | 'threadId' | 'replyTo'>>;

/** A message of a list. */
export interface ListedMessage {
  readonly seq: number;
  /** Its record as JSON text. */
  readonly json: string;
}

export interface MessageStore {
  /**
   * Stores an inbound text and its delivery unless the event was seen before (false: it was). `message` null: only the delivery is
   * stored. Texts are numbered within their channel from 1, without gaps, in the order of the deliveries.
   */
  receive(
    event: EventKey & { organizationId: string; at: Date },
    message: NewMessage | null,
    delivery: MessageDelivery,
  ): Promise<boolean>;
  insert(message: NewMessage, audit?: NewAuditEntry): Promise<MessageRow>;
  /** A text was posted that is not stored: nothing in the channel waits for a reply any more. */
  replied(organizationId: string, channelId: string, audit?: NewAuditEntry): Promise<void>;
  get(organizationId: string, id: string): Promise<MessageRow | null>;
  /** The `seq` of the message that comes after `count` messages that are newer than one of the same channel; null: there are not as many. */
  newer(message: Pick<MessageRow, 'organizationId' | 'channelId' | 'seq'>, count: number): Promise<number | null>;
  /** Ordered and paged by `seq`. */
  list(organizationId: string, filter: MessageFilter, page: Page): Promise<MessageRow[]>;
  /** As `list`, as records of this shape. The database makes them, which costs a fraction of reading rows. */
  listAs(shape: AnyShape, organizationId: string, filter: MessageFilter, page: Page): Promise<ListedMessage[]>;
}
