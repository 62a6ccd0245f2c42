import type { Clock } from '../ports/system.js';
import { RowCache } from '../base/row-cache.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** Channels for what every question, text and answer needs. A change on another instance may be a few seconds late. */
export class ChannelCache {
  readonly #rows: RowCache<ChannelRow, [organizationId: string, channelId: string]>;
  readonly #unsubscribe: () => void;

  constructor({ channels, changes }: Pick<Store, 'channels' | 'changes'>, clock: Clock) {
    this.#rows = new RowCache((organizationId, channelId) => channels.get(organizationId, channelId), clock);
    this.#unsubscribe = changes.subscribe(({ kind }) => {
      if (kind === 'channel' || kind === 'health' || kind === 'everything') this.#rows.clear();
    });
  }

  /** Null: there is no channel with this id. */
  async find(organizationId: string, channelId: string): Promise<ChannelRow | null> {
    return await this.#rows.find(organizationId, channelId);
  }

  stop(): void {
    this.#unsubscribe();
  }
}
