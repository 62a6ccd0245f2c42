import { streamEvents, streamEventScopes, streamEventTypes, type StreamEventType } from '@gateway/contract';
import { holdsAny, Refusal, sees, type Clock, type Gateway, type Principal } from '@gateway/core';
import { endpoint, Streamed, type Endpoint } from '../endpoint.js';
import { eventStreams } from '../event-stream.js';

/** The event stream. */
export function eventRoutes({ eventFeed, prompts, addresses, whileValid }: Gateway, clock: Clock): Endpoint[] {
  const serve = eventStreams({ prompts, addresses, clock });
  return [
    endpoint(streamEvents, async ({ principal, query, headers, signal }) => {
      const after = lastEventId(headers['last-event-id']) ?? query.last_event_id ?? null;
      const reader = await eventFeed.admit({
        organizationId: principal.organizationId,
        types: typesFor(principal, query.types),
        channelIds: channelsFor(principal, query.channel_id),
        correlationIds: query.correlation_id ? new Set(query.correlation_id) : null,
        after,
      });
      return new Streamed((response) => serve(principal, reader, response, whileValid(principal, signal())));
    }),
  ];
}

/** The requested channels that the reader sees; null: all. */
function channelsFor(principal: Principal, requested: readonly string[] | undefined): ReadonlySet<string> | null {
  return requested ? new Set(requested.filter((id) => sees(principal, id))) : principal.channels;
}

/** The requested types that the reader's scopes allow. */
function typesFor(
  principal: Principal,
  requested: readonly StreamEventType[] = streamEventTypes,
): ReadonlySet<StreamEventType> {
  const types = new Set(requested.filter((type) => holdsAny(principal, [streamEventScopes[type]])));
  if (types.size > 0) return types;
  const scopes = [...new Set(requested.map((type) => streamEventScopes[type]))];
  throw new Refusal('forbidden', `Reading ${requested.join(', ')} requires the scope ${scopes.join(' or ')}.`);
}

function lastEventId(header: string | string[] | undefined): number | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new Refusal('invalid', 'Last-Event-ID must be the id of an event, as the stream gave it.');
}
