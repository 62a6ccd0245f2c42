import { formatPromptId } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import { requireChannel, sees, withinChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { OrderedPage } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { DeliveryRow } from '../ports/rows.js';
import type { DeliveryFilter, DeliveryHistory, DeliveryPage } from '../ports/service/delivery-store.js';
import { requestHeaders, type SendOptions } from './send-event.js';
import type { Services } from '../ports/services.js';

export interface DeliveriesOptions extends Pick<Services, 'store' | 'clock'> {
  readonly callbacks: Pick<SendOptions, 'secrets'>;
}

/** A request with the headers of an attempt. */
export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signedAt: Date;
}

/** Deliveries that one transaction retries: a compromise between throughput and blocking other writers. */
const BATCH = 200;

/** Reads and retries deliveries. */
export class Deliveries {
  readonly #options: DeliveriesOptions;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  async list(principal: Principal, filter: DeliveryFilter, page: OrderedPage): Promise<DeliveryPage> {
    const within = withinChannels(principal, filter);
    if (!within) return { rows: [], next: null };
    return await this.#options.store.deliveries.list(principal.organizationId, within, page);
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

  /** What an attempt to post the delivery now would send, with `url` as it is stored. Writes an audit entry. */
  async signedRequest(principal: Principal, id: string): Promise<SignedRequest> {
    const { store, clock, callbacks } = this.#options;
    const delivery = await this.get(principal, id);
    await store.audit.write(auditEntry(principal, clock, 'delivery.curl_created', id));
    const signedAt = clock.now();
    const { url, body } = delivery;
    return { url, body, headers: requestHeaders(delivery, callbacks.secrets, signedAt), signedAt: new Date(signedAt) };
  }

  /** Makes a delivery due now, in any state, and restarts its schedule. One that is due or being attempted stays as it is. */
  async retry(principal: Principal, id: string): Promise<DeliveryRow> {
    const { store, clock } = this.#options;
    if (principal.channels) await this.get(principal, id);
    const entry = auditEntry(principal, clock, 'delivery.retried', id);
    // The result of the retry itself: reading again could show the next attempt, which may start at once.
    return (await store.deliveries.retry(principal.organizationId, id, entry.at, entry)) ?? this.get(principal, id);
  }

  /** Does the same for several deliveries. Returns how many changed. Writes one audit entry. */
  async retryMany(principal: Principal, ids: readonly string[]): Promise<number> {
    const { store, clock } = this.#options;
    const entry = auditEntry(principal, clock, 'delivery.retried', `selected count=${ids.length}`);
    const within = withinChannels(principal, {});
    return await store.deliveries.retryMany(principal.organizationId, ids, within ?? {}, entry.at, entry);
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
}

/** Limits a filter to the channels that the principal may use. Refuses another channel. */
function changeable(principal: Principal, filter: Omit<DeliveryFilter, 'state'>): Omit<DeliveryFilter, 'state'> {
  if (filter.channelId !== undefined) requireChannel(principal, filter.channelId);
  return withinChannels(principal, filter) ?? filter;
}

/** The resource id in the audit log: `dead`, `dead channel_id=ops prompt_id=#12`. */
function describe(filter: Omit<DeliveryFilter, 'state'>): string {
  const {
    channelId,
    promptNum,
    messageId,
    eventId,
    destination,
    path = '',
    statuses,
    eventType,
    since,
    until,
  } = filter;
  const fields = {
    channel_id: channelId,
    prompt_id: promptNum === undefined ? undefined : formatPromptId(promptNum),
    message_id: messageId,
    event_id: eventId,
    url: destination === undefined ? undefined : destination + path,
    status_code: statuses?.map((range) => (range === null ? 'none' : `${range.from}-${range.to}`)).join(','),
    event: eventType,
    since: since?.toISOString(),
    until: until?.toISOString(),
  };
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  return ['dead', ...given].join(' ');
}
