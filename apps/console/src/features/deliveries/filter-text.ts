import { originOf } from '../../lib/records/receivers.js';
import type { DeliveryFilter } from './filter.js';
import { eventName } from './format.js';
import { t } from './texts.js';

/** The filters of the second row that are set. */
export function furtherFilters({ url, status, type, since, until }: DeliveryFilter): number {
  return [url, status, type, since, until].filter((value) => value !== undefined).length;
}

/** "Channel ops, Callback URL https://agent.example"; "All channels" without a filter. */
export function scopeOf({ channel, prompt, event, url, status, type, since, until }: DeliveryFilter): string {
  const parts = [
    channel !== undefined && t.scope.channel(channel),
    prompt !== undefined && t.scope.prompt(prompt.startsWith('#') ? prompt : `#${prompt}`),
    event !== undefined && t.scope.event(event),
    url !== undefined && t.scope.url(url),
    status !== undefined && t.scope.status(status),
    type !== undefined && t.scope.type(eventName(type)),
    (since ?? until) !== undefined && t.scope.time,
  ].filter(Boolean);
  return parts.length === 0 ? t.scope.all : parts.join(', ');
}

/** A URL filter that the API accepts; undefined: the text is none yet. */
export function urlFilter(text: string): string | undefined {
  const wanted = text.trim();
  const address = /^https?:\/\//i.test(wanted) ? wanted : `https://${wanted}`;
  return wanted !== '' && /^https?:/.test(originOf(address)) && URL.canParse(address) ? address : undefined;
}
