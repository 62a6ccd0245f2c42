import type { Update, UpdateContent } from './types.js';

/** Which updates arrive when a bot has not chosen; chat_member and reactions must be asked for. */
const DEFAULT_EXCLUDED = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

/**
 * A bot's updates that it has not confirmed, in the order of their ids (increasing by one).
 * A replayed update is handed out once more although it was confirmed.
 */
export class UpdateQueue {
  readonly #pending = new Map<number, Update>();
  readonly #history = new Map<number, Update>();
  readonly #most: number;
  /** Pending ones that were handed out at least once: the next confirmation would forget them. */
  readonly #given = new Set<number>();
  #replays: Update[] = [];
  #last: number;
  /** Called for every update that becomes available. */
  onUpdate: (update: Update) => void = () => {};
  /** Update types the bot asked for; empty: all but those that must be asked for. */
  allowed: string[] = [];

  /** Of past updates the latest `most` are kept for a replay. */
  constructor(firstId: number, most = Number.POSITIVE_INFINITY) {
    this.#last = firstId - 1;
    this.#most = most;
  }

  /** Queues what happened; undefined when the bot did not ask for this kind. */
  push(content: UpdateContent): Update | undefined {
    const kind = Object.keys(content)[0] ?? '';
    if (this.allowed.length > 0 ? !this.allowed.includes(kind) : DEFAULT_EXCLUDED.has(kind)) return undefined;
    const update: Update = { update_id: ++this.#last, ...structuredClone(content) };
    this.#pending.set(update.update_id, update);
    this.#history.set(update.update_id, update);
    if (this.#history.size > this.#most) this.#history.delete(this.#history.keys().next().value as number);
    this.onUpdate(update);
    return update;
  }

  /** Hands an update out once more; false when the bot never had it. */
  replay(updateId: number): boolean {
    const update = this.#history.get(updateId);
    if (!update) return false;
    if (!this.#pending.has(updateId) || this.#given.has(updateId)) this.#replays.push(update);
    this.onUpdate(update);
    return true;
  }

  /** The number of the last update, the one before the first when there was none. */
  get last(): number {
    return this.#last;
  }

  /** Goes on after this number when it is higher. */
  skipTo(last: number): void {
    this.#last = Math.max(this.#last, last);
  }

  get size(): number {
    return this.#pending.size;
  }

  pending(): Update[] {
    return [...this.#pending.values()];
  }

  /** The most recent updates ever queued, newest first. */
  latest(limit: number): Update[] {
    return [...this.#history.values()].slice(-limit).reverse();
  }

  /** Confirms everything below `offset`; a negative one keeps only the last `-offset` updates. */
  confirm(offset: number): void {
    const from = offset < 0 ? this.#last + 1 + offset : offset;
    for (const id of this.#pending.keys()) {
      if (id >= from) break;
      this.#pending.delete(id);
      this.#given.delete(id);
    }
  }

  /** Confirms a single update (a webhook answered it). */
  settle(updateId: number): void {
    this.#pending.delete(updateId);
    this.#given.delete(updateId);
    this.#replays = this.#replays.filter((update) => update.update_id !== updateId);
  }

  drop(): void {
    this.#pending.clear();
    this.#given.clear();
    this.#replays = [];
  }

  /** Up to `limit` updates, replays first; replays are handed out once. */
  take(limit: number): Update[] {
    const taken = this.#replays.splice(0, limit);
    for (const update of this.#pending.values()) {
      if (taken.length >= limit) break;
      if (taken.includes(update)) continue;
      this.#given.add(update.update_id);
      taken.push(update);
    }
    return taken;
  }
}
