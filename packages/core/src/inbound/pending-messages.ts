import { pause } from '../base/loop.js';
import type { AccountId, Clock } from '../ports/system.js';

/** An event as far as it says in which chat it is. */
interface InChat {
  readonly account: { readonly id: AccountId };
  readonly event: { readonly targets: readonly string[] };
}

interface PendingMessage {
  readonly account: string;
  readonly targets: readonly string[];
  readonly ended: Promise<void>;
}

/** Messages to people about prompts that are being posted and recorded. A reply to one may arrive first. */
export class PendingMessages {
  readonly #clock: Clock;
  readonly #messages = new Set<PendingMessage>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts to post in the chat of an event, without waiting. `post` must not reject. */
  run({ account, event }: InChat, post: () => Promise<void>): void {
    const ended = post().finally(() => this.#messages.delete(message));
    const message: PendingMessage = { account: account.id.account, targets: event.targets, ended };
    this.#messages.add(message);
  }

  /** Whether one is being posted in the chat of an event. */
  isIn(chat: InChat): boolean {
    return this.#in(chat).length > 0;
  }

  /** Waits until one of those in the chat of an event has ended, at most `maxMs`. Returns at once when there are none. */
  async waitForNext(chat: InChat, maxMs: number): Promise<void> {
    const here = this.#in(chat).map(({ ended }) => ended);
    if (here.length === 0) return;
    const over = new AbortController();
    await Promise.race([...here, pause(this.#clock, maxMs, over.signal)]);
    over.abort();
  }

  #in({ account, event }: InChat): PendingMessage[] {
    return [...this.#messages].filter(
      (message) =>
        message.account === account.id.account && message.targets.some((target) => event.targets.includes(target)),
    );
  }
}
