import { streamEvents, streamEventScopes, streamEventTypes, type StreamEventType } from '@gateway/contract';
import { holdsAny, Refusal, type Clock, type Gateway, type Principal } from '@gateway/core';
import { answers, type Answers } from '../answers.js';
import { Streamed } from '../bind.js';
import { eventStreams } from '../event-stream.js';

/** Following what happens. */
export function eventRoutes({ eventFeed, prompts, whileValid }: Gateway, clock: Clock): Answers[] {
  const serve = eventStreams({ prompts, clock });
  return [
    answers(streamEvents, async ({ principal, query, headers, signal }) => {
      const after = lastEventId(headers['last-event-id']) ?? query.last_event_id ?? null;
      const reader = await eventFeed.admit({
        organizationId: principal.organizationId,
        types: typesFor(principal),
        after,
      });
      return new Streamed((response) => serve(principal, reader, response, whileValid(principal, signal)));
    }),
  ];
}

function typesFor(principal: Principal): Set<StreamEventType> {
  return new Set(streamEventTypes.filter((type) => holdsAny(principal, [streamEventScopes[type]])));
}

function lastEventId(header: string | string[] | undefined): number | null {
  if (header === undefined || header === '') return null;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new Refusal('invalid', 'Last-Event-ID must be the id of an event, as the stream gave it.');
}
