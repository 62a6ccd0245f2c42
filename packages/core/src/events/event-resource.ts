import { withAnswerProblems } from '../answers/answer-problems.js';
import { shownPrompts, type ShownPrompt } from '../answers/shown-prompt.js';
import type { Store } from '../ports/store.js';
import type { ReceiverState } from '../ports/service/receiver-store.js';
import type { ChannelRow, DeliveryRow, MessageRow, PromptRow } from '../ports/rows.js';
import type { StreamEventRow } from '../ports/service/stream-event-store.js';

/** The current state of an event's resource. `gone`: it was removed since. `notStored`: a text under zero retention. */
export type EventResource =
  | { readonly kind: 'prompt'; readonly row: PromptRow; readonly shown: ShownPrompt }
  | { readonly kind: 'message'; readonly row: MessageRow }
  | { readonly kind: 'delivery'; readonly row: DeliveryRow }
  | { readonly kind: 'receiver'; readonly state: ReceiverState }
  | { readonly kind: 'channel'; readonly row: ChannelRow }
  | { readonly kind: 'notStored'; readonly channelId: string }
  | { readonly kind: 'gone' };

/** One event with its resource. */
export interface GatewayEvent extends StreamEventRow {
  readonly resource: EventResource;
}

/** Reads the resource of an event. */
export async function withResource(store: Store, event: StreamEventRow): Promise<GatewayEvent> {
  return { ...event, resource: await resourceOf(store, event) };
}

async function resourceOf(store: Store, { organizationId, type, resourceId }: StreamEventRow): Promise<EventResource> {
  const found = <Kind extends string, Row>(kind: Kind, row: Row | null) =>
    row ? { kind, row } : { kind: 'gone' as const };
  switch (type) {
    case 'prompt.created':
    case 'prompt.shown':
    case 'prompt.answered':
    case 'prompt.expired':
    case 'prompt.voted':
    case 'prompt.escalated':
    case 'prompt.reminded':
    case 'prompt.noted':
    case 'prompt.taken':
    case 'prompt.released':
    case 'prompt.consumed':
    case 'prompt.withdrawn': {
      const row = await store.prompts.get(organizationId, Number(resourceId));
      const [shown] = row ? await shownPrompts(store, [row]) : [];
      return row && shown ? { kind: 'prompt', row, shown } : { kind: 'gone' };
    }
    case 'message.created':
    case 'message.sent':
    case 'message.failed': {
      const [, channelId] = resourceId.split('channel/');
      if (channelId !== undefined) return { kind: 'notStored', channelId };
      return found('message', await store.messages.get(organizationId, resourceId));
    }
    case 'delivery.updated':
      return found('delivery', await store.deliveries.get(organizationId, resourceId));
    case 'delivery.receiver_failing':
    case 'delivery.receiver_recovered':
    case 'delivery.receiver_paused':
    case 'delivery.receiver_resumed': {
      const [state] = await store.receivers.states(organizationId, [resourceId]);
      return state ? { kind: 'receiver', state } : { kind: 'gone' };
    }
    case 'channel.updated': {
      const row = await store.channels.get(organizationId, resourceId);
      const [channel = null] = row ? await withAnswerProblems(store, organizationId, [row]) : [];
      return found('channel', channel);
    }
  }
}
