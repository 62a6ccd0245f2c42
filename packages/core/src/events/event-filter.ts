import type { EventResource, GatewayEvent } from './event-resource.js';

/** Which of the visible events a reader wants; null: all. */
export interface EventFilter {
  readonly channelIds: ReadonlySet<string> | null;
  readonly correlationIds: ReadonlySet<string> | null;
}

/** Whether an event passes the filter. The channel and correlation id of a removed record are unknown, so it passes only without a filter. */
export function passes({ channelIds, correlationIds }: EventFilter, { resource }: GatewayEvent): boolean {
  return isIn(channelIds, () => channelOf(resource)) && isIn(correlationIds, () => correlationOf(resource));
}

function isIn(accepted: ReadonlySet<string> | null, valueOf: () => string | null): boolean {
  if (accepted === null) return true;
  const value = valueOf();
  return value !== null && accepted.has(value);
}

function channelOf(resource: EventResource): string | null {
  // A receiver can serve several channels.
  if (resource.kind === 'gone' || resource.kind === 'receiver') return null;
  return resource.kind === 'notStored' ? resource.channelId : resource.row.channelId;
}

/** The correlation id of a prompt, or of the prompt of a callback. */
function correlationOf(resource: EventResource): string | null {
  if (resource.kind === 'prompt') return resource.row.correlationId;
  if (resource.kind !== 'delivery' || resource.row.promptNum === null) return null;
  return (JSON.parse(resource.row.body) as { readonly correlation_id: string | null }).correlation_id;
}
