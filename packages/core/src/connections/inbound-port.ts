import type { InboundEvent, Outcome } from '@gateway/platform-kit';
import type { Account } from './account.js';

/** The port by which the events of bot accounts enter the core: every adapter's `deliver` leads here. */
export interface InboundPort {
  /**
   * Handles what a platform reports for one account. Resolves after everything is durable. Rejects when something could not be
   * stored: then the platform must report all of it again, and what was stored counts as a duplicate. Events of one conversation
   * are handled in order, different conversations concurrently.
   */
  receive(account: Account, events: readonly InboundEvent[]): Promise<Outcome[]>;
}
