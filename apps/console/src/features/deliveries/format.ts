import type { DeliveryRecord } from '@gateway/contract';
import { parsePromptId } from '@gateway/contract/values';
import { t } from './texts.js';

/** `prompt.answered` as "Prompt answered". An unknown type of another version is its own name. */
export const eventName = (type: string): string =>
  Object.hasOwn(t.events, type) ? t.events[type as keyof typeof t.events] : type;

/** The receiver's host, and the path with the query. */
export function receiverOf(url: string): { readonly host: string; readonly path: string } {
  if (!URL.canParse(url)) return { host: url, path: '' };
  const { host, pathname, search } = new URL(url);
  return { host, path: pathname === '/' && search === '' ? '' : pathname + search };
}

/** Interprets a search text: a number is a prompt id, anything else an event id. */
export function referenceOf(text: string): { readonly prompt?: string; readonly event?: string } {
  const wanted = text.trim();
  if (wanted === '') return {};
  return parsePromptId(wanted) === null ? { event: wanted } : { prompt: wanted };
}

/** Indented JSON; null when the body is not JSON. */
export function indented(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}

/** The result of the last attempt; null before the first. */
export function lastResult({ state, last_status, last_error }: DeliveryRecord): string | null {
  if (last_status !== null)
    return state === 'delivered' ? t.list.status(last_status) : (last_error ?? `${last_status}`);
  return last_error;
}

export interface RequestHeader {
  readonly name: string;
  readonly value: string;
  /** True: the value describes the format. False: it is the value as sent. */
  readonly isDescription: boolean;
}

/** The headers of a callback. Signatures are created for each attempt and are not stored, so only their format is known. */
export function requestHeaders({
  event_id,
  event_type,
}: Pick<DeliveryRecord, 'event_id' | 'event_type'>): RequestHeader[] {
  const headers: RequestHeader[] = [
    { name: 'content-type', value: 'application/json', isDescription: false },
    { name: 'webhook-id', value: event_id, isDescription: false },
    { name: 'webhook-timestamp', value: t.request.timestamp, isDescription: true },
    {
      name: 'webhook-signature',
      value: t.request.signature,
      isDescription: true,
    },
  ];
  // Only prompt events have this header.
  if (event_type.startsWith('prompt.')) {
    headers.push({ name: 'x-signature', value: t.request.promptSignature, isDescription: true });
  }
  return headers;
}
