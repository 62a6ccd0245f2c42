import {
  createDeliveryCurl,
  getDelivery,
  limits,
  listDeliveries,
  retryDeliveries,
  retryDelivery,
  withoutUser,
} from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { continuedAfter, listPage, cursorOf } from '../paging.js';
import { curlCommand } from '../records/curl.js';
import { deliveryAttempt, deliveryRecord } from '../records/delivery.js';
import { deliveryFilter } from '../records/delivery-filter.js';

/** How old a signature may be that receivers accept, as Standard Webhooks recommends. */
const SIGNATURE_TOLERANCE_MS = 300_000;

/** Callbacks and their retries. */
export function deliveryRoutes({ deliveries }: Gateway): Endpoint[] {
  return [
    endpoint(listDeliveries, async ({ principal, query, target }) => {
      const { state = 'all', limit = limits.listDefault, cursor, order, ...rest } = query;
      const filter = { ...deliveryFilter(rest), ...(state !== 'all' && { state }) };
      const { rows, next } = await deliveries.list(principal, filter, listPage(limit, cursor, order));
      return continuedAfter(rows.map(deliveryRecord), target, next === null ? null : cursorOf(order, next));
    }),
    endpoint(getDelivery, async ({ principal, params }) => {
      const delivery = await deliveries.get(principal, params.id);
      return { ...deliveryRecord(delivery), body: delivery.body, attempts: delivery.tries.map(deliveryAttempt) };
    }),
    endpoint(retryDelivery, async ({ principal, params }) =>
      deliveryRecord(await deliveries.retry(principal, params.id)),
    ),
    endpoint(retryDeliveries, async ({ principal, body: { dry_run = false, ids, ...rest } }) => {
      if (ids) return { retried: await deliveries.retryMany(principal, ids) };
      const filter = deliveryFilter(rest);
      const retried = await (dry_run
        ? deliveries.countDead(principal, filter)
        : deliveries.retryDead(principal, filter));
      return { retried };
    }),
    endpoint(createDeliveryCurl, async ({ principal, params }) => {
      const request = await deliveries.signedRequest(principal, params.id);
      return {
        command: curlCommand(request),
        expires_at: new Date(request.signedAt.getTime() + SIGNATURE_TOLERANCE_MS).toISOString(),
        omits_user: withoutUser(request.url) !== request.url,
      };
    }),
  ];
}
