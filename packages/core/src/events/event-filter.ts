import type { EventResource, GatewayEvent } from './event-resource.js';

/** Which events a reader wants of those that it may see; null: all. */
export interface EventFilter {
  readonly channelIds: ReadonlySet<string> | null;
  readonly correlationIds: ReadonlySet<string> | null;
}

/** Of a record that has been removed neither is known any more, so a reader that asks for some is not told of it. */
export function passes({ channelIds, correlationIds }: EventFilter, { resource }: GatewayEvent): boolean {
  return isIn(channelIds, () => channelOf(resource)) && isIn(correlationIds, () => correlationOf(resource));
}

function isIn(wanted: ReadonlySet<string> | null, valueOf: () => string | null): boolean {
  if (wanted === null) return true;
  const value = valueOf();
  return value !== null && wanted.has(value);
}

function channelOf(resource: EventResource): string | null {
  // A receiver serves any number of channels.
  if (resource.kind === 'gone' || resource.kind === 'receiver') return null;
  return resource.kind === 'notStored' ? resource.channelId : resource.row.channelId;
}

/** A prompt's own, and that of the prompt that a callback is about. */
function correlationOf(resource: EventResource): string | null {
  if (resource.kind === 'prompt') return resource.row.correlationId;
  if (resource.kind !== 'delivery' || resource.row.promptNum === null) return null;
  return (JSON.parse(resource.row.body) as { readonly correlation_id: string | null }).correlation_id;
}
