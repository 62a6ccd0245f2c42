import { setImmediate as nextTurn } from 'node:timers/promises';
import { startLoop, type Loop } from '../base/loop.js';
import type { Clock, Logger } from '../ports/system.js';
import type { PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { visibleState } from '../questions/prompt-state.js';

/** How often the watched prompts are read, in case an announcement is lost. */
const POLL_MS = 5000;
/** Readers of one prompt that continue in one turn of the event loop: each then writes a response. */
const READERS_PER_TURN = 20;

export interface Wait {
  readonly organizationId: string;
  readonly nums: readonly number[];
  /** The longest wait, in milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** Ends the wait of one reader; null: no prompt has closed. */
type End = (closed: PromptRow | null) => void;

interface Watched {
  readonly organizationId: string;
  readonly num: number;
  readonly readers: Set<End>;
}

/** Readers that wait for prompts to close. A prompt is read once for all its readers, and all prompts with one statement. */
export class PromptWatch {
  readonly #options: { readonly store: Pick<Store, 'prompts'>; readonly clock: Clock };
  readonly #watched = new Map<string, Watched>();
  /** The prompts to read in the next pass. */
  readonly #changed = new Set<Watched>();
  readonly #loop: Loop;
  readonly #unsubscribe: () => void;
  #pollAt: number;
  #stopped = false;

  constructor(options: { store: Pick<Store, 'prompts' | 'changes'>; clock: Clock; log: Logger }) {
    this.#options = options;
    this.#pollAt = options.clock.now() + POLL_MS;
    this.#loop = startLoop({ ...options, name: 'waiting readers', idleMs: POLL_MS, pass: () => this.#pass() });
    this.#unsubscribe = options.store.changes.subscribe((change) => {
      if (change.kind === 'everything') this.#pollAt = options.clock.now();
      else if (change.kind !== 'prompt') return;
      else {
        const watched = this.#watched.get(keyOf(change));
        if (!watched) return;
        this.#changed.add(watched);
      }
      this.#loop.wake();
    });
  }

  /**
   * Resolves to the first of these prompts that is not pending. Null: `read` found none, the time is over, `signal` has aborted or
   * the watch has stopped. `read` reads the prompts at the beginning; its errors are passed on.
   */
  async firstClosed(wait: Wait, read: () => Promise<readonly PromptRow[]>): Promise<PromptRow | null> {
    const { organizationId, nums, ms, signal } = wait;
    if (this.#stopped || signal.aborted) return null;
    let end: End = () => {};
    const ended = new Promise<PromptRow | null>((resolve) => (end = resolve));
    const stop = () => end(null);
    const cancel = this.#options.clock.after(ms, stop);
    signal.addEventListener('abort', stop, { once: true });
    // Before the first read, so that no change is missed.
    for (const num of nums) this.#add({ organizationId, num }, end);
    try {
      const prompts = await read();
      const closed = prompts.find((prompt) => visibleState(prompt, this.#options.clock.now()) !== 'pending');
      return closed || prompts.length === 0 ? (closed ?? null) : await ended;
    } finally {
      cancel();
      signal.removeEventListener('abort', stop);
      for (const num of nums) this.#remove(keyOf({ organizationId, num }), end);
    }
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    void this.#loop.stop();
    for (const { readers } of this.#watched.values()) void endInTurns(readers, null);
  }

  #add(prompt: { organizationId: string; num: number }, end: End): void {
    const key = keyOf(prompt);
    const watched = this.#watched.get(key) ?? { ...prompt, readers: new Set() };
    this.#watched.set(key, watched);
    watched.readers.add(end);
  }

  #remove(key: string, end: End): void {
    const watched = this.#watched.get(key);
    watched?.readers.delete(end);
    if (watched?.readers.size === 0) this.#watched.delete(key);
  }

  /** Reads the prompts that changed, and from time to time all. Those that closed end the waits of their readers. */
  async #pass(): Promise<number> {
    const now = this.#options.clock.now();
    if (now >= this.#pollAt) {
      this.#pollAt = now + POLL_MS;
      for (const watched of this.#watched.values()) this.#changed.add(watched);
    }
    const prompts = [...this.#changed];
    this.#changed.clear();
    try {
      for (const organizationId of new Set(prompts.map((prompt) => prompt.organizationId))) {
        const nums = prompts.filter((prompt) => prompt.organizationId === organizationId).map(({ num }) => num);
        for (const closed of await this.#options.store.prompts.closedAmong(organizationId, nums, new Date(now)))
          void endInTurns(this.#watched.get(keyOf(closed))?.readers ?? [], closed);
      }
    } catch (error) {
      for (const prompt of prompts) this.#changed.add(prompt);
      throw error;
    }
    return this.#pollAt;
  }
}

/** Lets other requests run in between. */
async function endInTurns(readers: Iterable<End>, closed: PromptRow | null): Promise<void> {
  let ended = 0;
  for (const end of readers) {
    end(closed);
    if ((ended += 1) % READERS_PER_TURN === 0) await nextTurn();
  }
}

function keyOf({ organizationId, num }: { organizationId: string; num: number }): string {
  return `${organizationId}#${num}`;
}
