import {
  getReceiver,
  limits,
  listReceivers,
  pauseReceiver,
  resumeReceiver,
  retryReceiver,
  updateReceiver,
  type ReplyOf,
} from '@gateway/contract';
import { Refusal, type Gateway } from '@gateway/core';
import { endpoint, type Endpoint } from '../endpoint.js';
import { HttpError } from '../errors/errors.js';
import { continuedAfter } from '../paging.js';
import { destinationOf, receiverDetail, receiverHistory, receiverRecord } from '../records/receiver.js';

const HOUR_MS = 3_600_000;
const windows = {
  '1h': { windowMs: HOUR_MS, periodMs: HOUR_MS / 12 },
  '24h': { windowMs: 24 * HOUR_MS, periodMs: HOUR_MS },
  '7d': { windowMs: 7 * 24 * HOUR_MS, periodMs: 6 * HOUR_MS },
} as const;

/** Receivers of callbacks: their figures, names, pause and resume. */
export function receiverRoutes({ receivers, deliveries }: Gateway): Endpoint[] {
  return [
    endpoint(listReceivers, async ({ principal, query, target }) => {
      const { state: which = 'failing', window = '24h', cursor } = query;
      const limit = query.limit ?? (which === 'failing' ? limits.listMax : limits.listDefault);
      const after = cursor === undefined ? null : nameIn(cursor);
      const found = await receivers.list(principal, { which, windowMs: windows[window].windowMs, limit, after });
      const isLast = which === 'failing' || found.length < limit;
      const records: ReplyOf<typeof listReceivers> = found.map(receiverDetail);
      return continuedAfter(records, target, isLast ? null : (found.at(-1)?.destination ?? null));
    }),
    endpoint(getReceiver, async ({ principal, params, query: { window = '24h', time_zone = null } }) =>
      receiverHistory(await receivers.get(principal, destination(params.id), windows[window], time_zone)),
    ),
    endpoint(updateReceiver, async ({ principal, params, body: { name } }) =>
      receiverRecord(await receivers.rename(principal, destination(params.id), name)),
    ),
    endpoint(pauseReceiver, async ({ principal, params }) =>
      receiverRecord(await receivers.pause(principal, destination(params.id))),
    ),
    endpoint(resumeReceiver, async ({ principal, params }) =>
      receiverRecord(await receivers.resume(principal, destination(params.id))),
    ),
    endpoint(retryReceiver, async ({ principal, params, body: { since, dry_run = false } }) => {
      const filter = { destination: destination(params.id), ...(since !== undefined && { since: new Date(since) }) };
      await receivers.require(principal, filter.destination);
      const retried = await (dry_run
        ? deliveries.countDead(principal, filter)
        : deliveries.retryDead(principal, filter));
      return { retried };
    }),
  ];
}

function destination(id: string): string {
  const found = destinationOf(id);
  if (found === null) throw new Refusal('not_found', `There is no receiver ${JSON.stringify(id)}.`);
  return found;
}

/** A cursor is the encoded name of the previous page's last receiver. */
function nameIn(cursor: string): string {
  const name = destinationOf(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (name === null)
    throw new HttpError(400, { detail: 'cursor is not valid: take it from the Link header of the previous page.' });
  return name;
}
