import type { DeliveryReport } from '@gateway/platform-kit';
import type { Account } from '../connections/account.js';
import { expiredDelivery } from '../deliveries/events.js';
import { promptFields } from '../log-fields.js';
import { startLoop, type Loop } from '../loop.js';
import type { Clock, Logger } from '../ports.js';
import type { Closings } from '../prompts/closing.js';
import type { ChannelRow } from '../rows.js';
import type { Store } from '../store.js';
import type { PostReport } from './delivery-report-store.js';

/** Reports in one transaction. */
const BATCH = 500;
/** A report can arrive before its post is recorded. It is tried again after these times, the last of which is longer than a post takes. */
const RETRY_MS = [1000, 5000, 45_000] as const;
/** Webhook requests whose reports wait. The oldest are dropped. */
const MAX_WAITING = 1000;

/** Called with the channel of each report about a known post, and when the report arrived; `problem` null: the post arrived. */
export type OnReported = (account: Account, channel: ChannelRow, problem: string | null, at: number) => void;

interface Waiting {
  readonly account: Account;
  readonly reports: readonly DeliveryReport[];
  readonly receivedAt: number;
  /** How often the reports were tried before. */
  readonly tries: number;
  readonly dueAt: number;
}

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closings: Pick<Closings, 'wake'>;
}

/** Records what platforms report about posted messages. */
export class DeliveryReports {
  readonly #deps: Deps;
  readonly #loop: Loop;
  readonly #onReported: OnReported;
  #waiting: Waiting[] = [];

  constructor(deps: Deps, onReported: OnReported) {
    this.#deps = deps;
    this.#onReported = onReported;
    this.#loop = startLoop({ ...deps, name: 'delivery reports', idleMs: 3_600_000, pass: () => this.#retry() });
  }

  /** Resolves when the reports about known posts are stored. Reports about chats without a channel are ignored. */
  async receive(account: Account, reports: readonly DeliveryReport[]): Promise<void> {
    await this.#process({ account, reports, receivedAt: this.#deps.clock.now(), tries: 0 });
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** One report per post: the furthest state, but the first of a success and a failure. */
  async #perPost(account: Account, reports: readonly DeliveryReport[]): Promise<PostReport[]> {
    const posts = new Map<string, PostReport>();
    for (const { targets, message, state, problem } of reports) {
      for (const { organizationId, channelId, targetChatId } of account.channels) {
        if (!targets.includes(targetChatId)) continue;
        const ids =
          'id' in message
            ? [message.id]
            : await this.#deps.store.deliveryReports.unreadUntil(
                organizationId,
                channelId,
                new Date(message.sentUntil),
              );
        for (const messageId of ids) {
          const key = JSON.stringify([channelId, messageId]);
          const earlier = posts.get(key);
          if (!earlier || (earlier.state === 'delivered' && state === 'read'))
            posts.set(key, { channelId, messageId, state, problem });
        }
      }
    }
    return [...posts.values()];
  }

  /** Applies reports, and keeps those about unknown posts for another try. */
  async #process({ account, reports, receivedAt, tries }: Omit<Waiting, 'dueAt'>): Promise<void> {
    const ofChannels = reports.filter(({ targets }) =>
      account.channels.some(({ targetChatId }) => targets.includes(targetChatId)),
    );
    const known = await this.#apply(account, await this.#perPost(account, ofChannels), receivedAt);
    // A report about all posts until a time is tried once more: a post before that time may be about to be recorded.
    const unknown = ofChannels.filter(({ message }) => ('id' in message ? !known.has(message.id) : tries === 0));
    const delay: number | undefined = RETRY_MS[tries];
    if (delay === undefined || unknown.length === 0) return;
    const dueAt = this.#deps.clock.now() + delay;
    const waiting = { account, reports: unknown, receivedAt, tries: tries + 1, dueAt };
    this.#waiting = [...this.#waiting, waiting].slice(-MAX_WAITING);
    this.#loop.wakeAt(dueAt);
  }

  /** Returns the platform's ids of the known posts. */
  async #apply(account: Account, reports: readonly PostReport[], receivedAt: number): Promise<ReadonlySet<string>> {
    const { store, clock, log, closings } = this.#deps;
    const { organizationId } = account.id;
    const knownIds = new Set<string>();
    for (let start = 0; start < reports.length; start += BATCH) {
      const batch = reports.slice(start, start + BATCH);
      const at = new Date(clock.now());
      const { known, prompts, messages } = await store.deliveryReports.apply(organizationId, batch, at, (prompt) =>
        expiredDelivery(prompt, 'undeliverable', at),
      );
      if (prompts.length > 0) closings.wake();
      for (const prompt of prompts)
        log.warn({ ...promptFields(prompt), reason: prompt.closedDetail }, 'A prompt was not delivered');
      for (const { id, channelId, failure } of messages)
        log.warn({ message_id: id, channel_id: channelId, reason: failure }, 'A message was not delivered');
      for (const { channelId, messageId, problem } of known) {
        knownIds.add(messageId);
        const channel = account.channels.find((one) => one.channelId === channelId);
        if (channel) this.#onReported(account, channel, problem, receivedAt);
      }
    }
    return knownIds;
  }

  /** Tries the due reports again. Those that are still unknown at last are about posts of another program, or not stored. */
  async #retry(): Promise<number | null> {
    for (const waiting of this.#waiting.filter(({ dueAt }) => dueAt <= this.#deps.clock.now())) {
      await this.#process(waiting);
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    }
    const next = Math.min(...this.#waiting.map(({ dueAt }) => dueAt));
    return Number.isFinite(next) ? next : null;
  }
}
