import { formatPromptId } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { requireChannel, sees, withinChannels } from '../keys/allowed-channels.js';
import type { Principal } from '../keys/principal.js';
import type { Clock, Page } from '../ports.js';
import type { Store } from '../store.js';
import { Refusal } from '../refusal.js';
import type { DeliveryRow, FailingReceiverRow } from '../rows.js';
import type { DeliveryFilter, DeliveryHistory } from './delivery-store.js';

export interface DeliveriesOptions {
  readonly store: Store;
  readonly clock: Clock;
}

/** Deliveries that one transaction retries: a compromise between throughput and blocking other writers. */
const BATCH = 200;

/** Reads and retries deliveries. */
export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  async list(principal: Principal, filter: DeliveryFilter, page: Page): Promise<DeliveryRow[]> {
    const within = withinChannels(principal, filter);
    return within ? await this.#options.store.deliveries.list(principal.organizationId, within, page) : [];
  }

  async get(principal: Principal, id: string): Promise<DeliveryHistory> {
    const delivery = await this.#options.store.deliveries.get(principal.organizationId, id);
    if (!delivery || !sees(principal, delivery.channelId))
      throw new Refusal(
        'not_found',
        `There is no delivery ${JSON.stringify(id)}; a delivery without retention is deleted when it ends.`,
      );
    return delivery;
  }

  async failingReceivers(principal: Principal, limit: number): Promise<FailingReceiverRow[]> {
    // A receiver can serve several channels, so a key that is limited to some sees none.
    if (principal.channels) return [];
    return await this.#options.store.deliveries.failingReceivers(principal.organizationId, limit);
  }

  /** Makes a delivery due now, in any state, and restarts its schedule. One that is due or being attempted stays as it is. */
  async retry(principal: Principal, id: string): Promise<DeliveryRow> {
    const { store, clock } = this.#options;
    if (principal.channels) await this.#requireChannelOf(principal, id);
    const entry = auditEntry(principal, clock, 'delivery.retried', id);
    // The result of the retry itself: reading again could show the next attempt, which may start at once.
    return (await store.deliveries.retry(principal.organizationId, id, entry.at, entry)) ?? this.get(principal, id);
  }

  /** How many deliveries `retryDead` would retry. */
  async countDead(principal: Principal, filter: Omit<DeliveryFilter, 'state'>): Promise<number> {
    return await this.#options.store.deliveries.countDead(principal.organizationId, changeable(principal, filter));
  }

  /** Makes all matching dead deliveries due now, each at most once. Returns their number. Writes one audit entry. */
  async retryDead(principal: Principal, filter: Omit<DeliveryFilter, 'state'>): Promise<number> {
    const { store, clock } = this.#options;
    const within = changeable(principal, filter);
    let total = 0;
    let before: number | null = null;
    do {
      const entry = auditEntry(principal, clock, 'delivery.retried', describe(filter));
      const batch: { retried: number; last: number | null } = await store.deliveries.retryDead(
        principal.organizationId,
        within,
        {
          now: entry.at,
          limit: BATCH,
          before,
          audit: total === 0 ? entry : undefined,
        },
      );
      total += batch.retried;
      before = batch.last;
    } while (before !== null);
    return total;
  }

  async #requireChannelOf(principal: Principal, id: string): Promise<void> {
    const delivery = await this.#options.store.deliveries.get(principal.organizationId, id);
    if (delivery) requireChannel(principal, delivery.channelId);
  }
}

/** Limits a filter to the channels that the principal may use. Refuses another channel. */
function changeable(principal: Principal, filter: Omit<DeliveryFilter, 'state'>): Omit<DeliveryFilter, 'state'> {
  if (filter.channelId !== undefined) requireChannel(principal, filter.channelId);
  return withinChannels(principal, filter) ?? filter;
}

/** The resource id in the audit log: `dead`, `dead channel_id=ops prompt_id=#12`. */
function describe({ channelId, promptNum, messageId, eventId }: DeliveryFilter): string {
  return [
    'dead',
    channelId !== undefined && `channel_id=${channelId}`,
    promptNum !== undefined && `prompt_id=${formatPromptId(promptNum)}`,
    messageId !== undefined && `message_id=${messageId}`,
    eventId !== undefined && `event_id=${eventId}`,
  ]
    .filter(Boolean)
    .join(' ');
}
