import type { Posted } from '@gateway/platform-kit';
import type { NewDelivery } from '../service/delivery-store.js';
import type { EventKey } from '../system.js';
import type { PromptRow } from '../rows.js';

/** Posting the question of a prompt of which only a template was posted. */
export interface ShowingStore {
  /** Compare-and-set: claims the posting of the question until `until`. Null: nothing waits, or another instance has the claim. */
  beginShowing(organizationId: string, num: number, times: { now: Date; until: Date }): Promise<PromptRow | null>;
  /** Ends a claim without a result: the question can be posted at once. */
  releaseShowing(organizationId: string, num: number, claim: { now: Date; until: Date }): Promise<void>;
  /**
   * Records the posted question and the person's event. Schedules the closing of its message if the prompt was closed in the meantime.
   * Null: an instance whose claim expired has posted it before; then this message is another one with the same buttons.
   */
  shown(
    organizationId: string,
    num: number,
    posted: Posted,
    event: EventKey & { readonly at: Date },
  ): Promise<PromptRow | null>;
  /** Closes a pending prompt whose question cannot be posted (state `expired`, reason `undeliverable`), and makes its posts in other chats due for closing. False: it was not pending. */
  notShown(
    organizationId: string,
    num: number,
    why: { readonly detail: string; readonly at: Date; readonly delivery: NewDelivery | null },
  ): Promise<boolean>;
}
