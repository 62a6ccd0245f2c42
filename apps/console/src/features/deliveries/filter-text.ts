import { originOf } from '../../lib/receivers.js';
import type { DeliveryFilter } from './filter.js';

/** The filters of the second row that are set. */
export function furtherFilters({ url, status, type, since, until }: DeliveryFilter): number {
  return [url, status, type, since, until].filter((value) => value !== undefined).length;
}

/** "of channel ops, to https://agent.example"; "of all channels" without a filter. */
export function scopeOf({ channel, prompt, event, url, status, type, since, until }: DeliveryFilter): string {
  const parts = [
    channel !== undefined && `of channel ${channel}`,
    prompt !== undefined && `of prompt ${prompt.startsWith('#') ? prompt : `#${prompt}`}`,
    event !== undefined && `with event id ${event}`,
    url !== undefined && `to ${url}`,
    status !== undefined && `with the response ${status}`,
    type !== undefined && `of the event ${type}`,
    (since ?? until) !== undefined && 'of the chosen time',
  ].filter(Boolean);
  return parts.length === 0 ? 'of all channels' : parts.join(', ');
}

/** A URL filter that the API accepts; undefined: the text is none yet. */
export function urlFilter(text: string): string | undefined {
  const wanted = text.trim();
  const address = /^https?:\/\//i.test(wanted) ? wanted : `https://${wanted}`;
  return wanted !== '' && /^https?:/.test(originOf(address)) && URL.canParse(address) ? address : undefined;
}
