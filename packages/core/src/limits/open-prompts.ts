import type { Meter } from '../base/meter.js';
import type { PromptStore } from '../ports/questions/prompt-store.js';
import { Refusal } from '../base/refusal.js';
import type { Store } from '../ports/store.js';
import type { Services } from '../ports/services.js';

/** After this time a count is too old where other instances open prompts, too. */
const SHARED_COUNT_MS = 60_000;
/** How long a full channel refuses questions without counting again. */
const FULL_MS = 1000;
const LOG_INTERVAL_MS = 60_000;
const MAX_CHANNELS = 10_000;

export interface OpenPromptsOptions extends Pick<Services, 'clock' | 'log'> {
  /** `rateLimits` null: no other instance opens prompts. */
  readonly store: Pick<Store, 'rateLimits'> & { readonly prompts: Pick<PromptStore, 'countOpen'> };
  readonly meter: Meter;
  /** Open prompts in one channel; null: no limit. */
  readonly maxOpenPrompts: number | null;
}

interface Channel {
  /** How many prompts may be opened before the next count. */
  left: number;
  /** Prompts that are being stored. */
  readonly opening: Set<Promise<unknown>>;
  counting: Promise<void> | null;
  /** The number of open prompts; null: not full at the last count. */
  full: number | null;
  /** When the open prompts were last counted. */
  countedAt: number;
  /** From then on `left` is unknown. */
  endsAt: number;
  quietUntil: number;
}

/**
 * Limits the open prompts of a channel. Prompts are counted only when a quarter of what was left at the last count is used up. So the
 * limit is exact with one instance. Several instances can exceed it by a quarter of what was left, until the next count. A prompt in
 * several channels counts in the first one only.
 */
export class OpenPrompts {
  readonly #options: OpenPromptsOptions;
  readonly #channels = new Map<string, Channel>();

  constructor(options: OpenPromptsOptions) {
    this.#options = options;
  }

  /** Stores a prompt by `open`, or throws a `throttled` Refusal if one of the channels is full. */
  async open<T>(organizationId: string, channelIds: readonly string[], open: () => Promise<T>): Promise<T> {
    const { maxOpenPrompts } = this.#options;
    const counted = () => open().catch((error: unknown) => this.#failed(error));
    if (maxOpenPrompts === null) return await counted();
    const ended: (() => void)[] = [];
    try {
      // In one order for all prompts: a count waits for those that were admitted, which may wait for another channel.
      for (const channelId of channelIds.toSorted())
        ended.push(await this.#admit(organizationId, channelId, maxOpenPrompts));
      return await counted();
    } finally {
      for (const end of ended) end();
    }
  }

  #failed(error: unknown): never {
    if (error instanceof Refusal && error.code === 'attention_exhausted') {
      this.#options.meter.rateLimited('attention');
      this.#options.log.info({ reason: error.detail }, 'A prompt was refused because of a limit of its channel');
    }
    throw error;
  }

  /** Returns the function to call when the prompt is stored or was refused. */
  async #admit(organizationId: string, channelId: string, max: number): Promise<() => void> {
    const channel = this.#channel(`${organizationId}/${channelId}`);
    const { clock } = this.#options;
    while (channel.left === 0 || clock.now() >= channel.endsAt) {
      if (channel.full !== null && Math.abs(clock.now() - channel.countedAt) < FULL_MS)
        throw this.#refusal(channel, channelId, channel.full, max);
      channel.counting ??= this.#count(channel, organizationId, channelId, max).finally(() => {
        channel.counting = null;
      });
      await channel.counting;
    }
    channel.left -= 1;
    // Before the next caller, which may begin a count: it must wait for this prompt.
    let end = () => {};
    const opening = new Promise<void>((resolve) => (end = resolve));
    channel.opening.add(opening);
    return () => {
      channel.opening.delete(opening);
      end();
    };
  }

  async #count(channel: Channel, organizationId: string, channelId: string, max: number): Promise<void> {
    const { store, clock } = this.#options;
    await Promise.all(channel.opening);
    const count = await store.prompts.countOpen(organizationId, channelId, max);
    channel.full = count >= max ? count : null;
    channel.countedAt = clock.now();
    channel.endsAt = store.rateLimits === null ? Infinity : clock.now() + SHARED_COUNT_MS;
    channel.left = count >= max ? 0 : Math.ceil((max - count) / 4);
  }

  #channel(key: string): Channel {
    const known = this.#channels.get(key);
    if (known) return known;
    if (this.#channels.size >= MAX_CHANNELS) this.#channels.clear();
    const channel = {
      left: 0,
      opening: new Set<never>(),
      counting: null,
      full: null,
      countedAt: 0,
      endsAt: 0,
      quietUntil: 0,
    };
    this.#channels.set(key, channel);
    return channel;
  }

  #refusal(channel: Channel, channelId: string, count: number, max: number): Refusal {
    const { clock, log, meter } = this.#options;
    meter.rateLimited('open_prompts');
    if (clock.now() >= channel.quietUntil) {
      channel.quietUntil = clock.now() + LOG_INTERVAL_MS;
      log.warn(
        { channel_id: channelId, open_prompts: count, most: max },
        'A channel has too many open prompts, so more are refused; this is logged once a minute',
      );
    }
    return new Refusal(
      'throttled',
      `Channel "${channelId}" has ${count} open prompts, and MAX_OPEN_PROMPTS_PER_CHANNEL allows ${max}: wait for answers, cancel prompts that are no longer needed, or ask with a shorter ttl_sec.`,
      null,
      { code: 'too_many_open_prompts' },
    );
  }
}
