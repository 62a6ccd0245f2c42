import type { NewAuditEntry } from '../service/audit-store.js';
import type { PromptRow, Taker } from '../rows.js';
import type { EventKey } from '../system.js';
import type { NewPost } from './post-store.js';

/** A change of who looks after a prompt. */
export interface Taking {
  /** As it was read: the change counts only if no one took or released it since, and no step was made. */
  readonly prompt: Pick<PromptRow, 'organizationId' | 'num' | 'takenAt' | 'stepsDone'>;
  /** Null: it is released. */
  readonly taker: Taker | null;
  readonly at: Date;
  /** When the next step is due then; null: as before, or there is none. */
  readonly stepDueAt: Date | null;
  /** What the chats are told. */
  readonly posts: readonly NewPost[];
  readonly audit: NewAuditEntry;
  /** What somebody pressed or wrote in a chat; null: it came from the console. */
  readonly event: EventKey | null;
}

export interface TakingStore {
  /**
   * Compare-and-set of `takenBy` of a pending prompt, in one transaction with the posts, the audit entry and the event `prompt.taken` or
   * `prompt.released`. Null: the prompt is not as it was read, and nothing but the inbound event was recorded. `duplicate`: that event
   * was recorded before.
   */
  change(taking: Taking): Promise<PromptRow | 'duplicate' | null>;
}
