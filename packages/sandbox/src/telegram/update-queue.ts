import type { Update, UpdateContent } from './types.js';

/** Update types that a bot must list in allowed_updates to receive. */
const DEFAULT_EXCLUDED = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

/**
 * A bot's unconfirmed updates in the order of their ids, which increase by one.
 * A redelivered update is handed out again although it was confirmed.
 */
export class UpdateQueue {
  readonly #pending = new Map<number, Update>();
  readonly #history = new Map<number, Update>();
  readonly #maxHistory: number;
  /** Ids of pending updates that were handed out at least once. */
  readonly #handedOut = new Set<number>();
  #redeliveries: Update[] = [];
  #last: number;
  /** Called for each update that becomes available. */
  onUpdate: (update: Update) => void = () => {};
  /** Update types of allowed_updates; empty: the default types. */
  allowed: string[] = [];

  /** Keeps the newest `maxHistory` updates for redelivery. */
  constructor(firstId: number, maxHistory = Number.POSITIVE_INFINITY) {
    this.#last = firstId - 1;
    this.#maxHistory = maxHistory;
  }

  /** Queues an update; undefined when the bot does not receive this type. */
  push(content: UpdateContent): Update | undefined {
    const kind = Object.keys(content)[0] ?? '';
    if (this.allowed.length > 0 ? !this.allowed.includes(kind) : DEFAULT_EXCLUDED.has(kind)) return undefined;
    const update: Update = { update_id: ++this.#last, ...structuredClone(content) };
    this.#pending.set(update.update_id, update);
    this.#history.set(update.update_id, update);
    if (this.#history.size > this.#maxHistory) this.#history.delete(this.#history.keys().next().value as number);
    this.onUpdate(update);
    return update;
  }

  /** Hands an update out again; false when the id is unknown. */
  redeliver(updateId: number): boolean {
    const update = this.#history.get(updateId);
    if (!update) return false;
    if (!this.#pending.has(updateId) || this.#handedOut.has(updateId)) this.#redeliveries.push(update);
    this.onUpdate(update);
    return true;
  }

  /** Id of the last update; before the first update, the id that precedes it. */
  get last(): number {
    return this.#last;
  }

  /** Continues after this id when it is higher. */
  skipTo(last: number): void {
    this.#last = Math.max(this.#last, last);
  }

  get size(): number {
    return this.#pending.size;
  }

  pending(): Update[] {
    return [...this.#pending.values()];
  }

  /** The newest updates, confirmed or not, newest first. */
  latest(limit: number): Update[] {
    return [...this.#history.values()].slice(-limit).reverse();
  }

  /** Confirms everything below `offset`; a negative one keeps only the last `-offset` updates. */
  confirm(offset: number): void {
    const from = offset < 0 ? this.#last + 1 + offset : offset;
    for (const id of this.#pending.keys()) {
      if (id >= from) break;
      this.#pending.delete(id);
      this.#handedOut.delete(id);
    }
  }

  /** Confirms one update: a webhook acknowledged it. */
  settle(updateId: number): void {
    this.#pending.delete(updateId);
    this.#handedOut.delete(updateId);
    this.#redeliveries = this.#redeliveries.filter((update) => update.update_id !== updateId);
  }

  drop(): void {
    this.#pending.clear();
    this.#handedOut.clear();
    this.#redeliveries = [];
  }

  /** Up to `limit` updates. Redeliveries come first and are handed out once. */
  take(limit: number): Update[] {
    const taken = this.#redeliveries.splice(0, limit);
    for (const update of this.#pending.values()) {
      if (taken.length >= limit) break;
      if (taken.includes(update)) continue;
      this.#handedOut.add(update.update_id);
      taken.push(update);
    }
    return taken;
  }
}
