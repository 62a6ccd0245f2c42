import type { InboundEvent, OtherEvent, TextEvent } from '@gateway/platform-kit';
import type { Inbound } from './inbound.js';

/**
 * Telegram sends an album as one message per file. Joins those of one batch into the event of the first, with the caption of any. What
 * comes in another batch stays an event of its own.
 */
export function joinAlbums(batch: readonly Inbound[]): Inbound[] {
  const joined = [...batch];
  const firsts = new Map<string, number>();
  for (const [index, inbound] of batch.entries()) {
    const { album, event } = inbound;
    if (album === null || event === null) continue;
    const place = firsts.get(album);
    const first = place === undefined ? undefined : joined[place];
    if (place === undefined || !first?.event) {
      firsts.set(album, index);
      continue;
    }
    joined[place] = { ...first, event: join(first.event, event) };
    joined[index] = { ...inbound, event: null };
  }
  return joined;
}

function join(first: InboundEvent, next: InboundEvent): InboundEvent {
  if (!isMessage(first) || !isMessage(next)) return first;
  const files = [...(first.files ?? []), ...(next.files ?? [])];
  const text = first.kind === 'text' ? first.text : next.kind === 'text' ? next.text : null;
  return text === null ? { ...first, files } : { ...first, kind: 'text', text, files };
}

function isMessage(event: InboundEvent): event is TextEvent | OtherEvent {
  return event.kind === 'text' || event.kind === 'other';
}
