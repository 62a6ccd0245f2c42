import {
  getDelivery,
  limits,
  listDeliveries,
  listReceivers,
  parsePromptId,
  retryDeliveries,
  retryDelivery,
} from '@gateway/contract';
import { Refusal, type Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { listPage, withNext } from '../paging.js';
import { deliveryRecord } from '../records/delivery.js';
import { receiverRecord } from '../records/receiver.js';

/** Callbacks, their retries, and failing receivers. */
export function deliveryRoutes({ deliveries }: Gateway): Endpoint[] {
  return [
    endpoint(listDeliveries, async ({ principal, query, target }) => {
      const { state = 'all', limit = limits.listDefault, cursor, ...rest } = query;
      const filter = { ...filterOf(rest), ...(state !== 'all' && { state }) };
      const rows = await deliveries.list(principal, filter, listPage(limit, cursor));
      return withNext(rows.map(deliveryRecord), { target, limit, last: rows.at(-1)?.seq });
    }),
    endpoint(getDelivery, async ({ principal, params }) => {
      const delivery = await deliveries.get(principal, params.id);
      const attempts = delivery.tries.map(({ number, startedAt, durationMs, status, error, response }) => ({
        number,
        started_at: startedAt.toISOString(),
        duration_ms: durationMs,
        status,
        error,
        response,
      }));
      return { ...deliveryRecord(delivery), body: delivery.body, attempts };
    }),
    endpoint(retryDelivery, async ({ principal, params }) =>
      deliveryRecord(await deliveries.retry(principal, params.id)),
    ),
    endpoint(retryDeliveries, async ({ principal, body: { dry_run = false, ...rest } }) => ({
      retried: await (dry_run
        ? deliveries.countDead(principal, filterOf(rest))
        : deliveries.retryDead(principal, filterOf(rest))),
    })),
    endpoint(listReceivers, async ({ principal }) => {
      const rows = await deliveries.failingReceivers(principal, limits.listMax);
      return rows.map((row) => receiverRecord(row.destination, row));
    }),
  ];
}

interface DeliveryFilter {
  readonly channel_id?: string | undefined;
  readonly prompt_id?: string | undefined;
  readonly message_id?: string | undefined;
  readonly event_id?: string | undefined;
}

function filterOf({ channel_id, prompt_id, message_id, event_id }: DeliveryFilter) {
  return {
    ...(channel_id !== undefined && { channelId: channel_id }),
    ...(prompt_id !== undefined && { promptNum: promptNum(prompt_id) }),
    ...(message_id !== undefined && { messageId: message_id.toLowerCase() }),
    ...(event_id !== undefined && { eventId: event_id }),
  };
}

function promptNum(id: string): number {
  const num = parsePromptId(id);
  if (num === null)
    throw new Refusal(
      'invalid',
      'prompt_id must be the id of a prompt, such as #12 (in a query %2312) or 12.',
      'prompt_id',
    );
  return num;
}
