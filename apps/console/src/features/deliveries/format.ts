import { parsePromptId, type DeliveryRecord } from '@gateway/contract';

/** `prompt.answered` as it is said: "Prompt answered". */
export function eventName(type: string): string {
  const words = type.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The receiver's host, and what follows it. */
export function receiverOf(url: string): { readonly host: string; readonly path: string } {
  if (!URL.canParse(url)) return { host: url, path: '' };
  const { host, pathname, search } = new URL(url);
  return { host, path: pathname === '/' && search === '' ? '' : pathname + search };
}

/** What is meant by the text of a search: a prompt's id, or else an event's. */
export function referenceOf(text: string): { readonly prompt?: string; readonly event?: string } {
  const wanted = text.trim();
  if (wanted === '') return {};
  return parsePromptId(wanted) === null ? { event: wanted } : { prompt: wanted };
}

/** JSON with a line for each field; null when it is no JSON. */
export function indented(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}

/** What became of the last attempt, in a few words; null before the first. */
export function lastResult({ state, last_status, last_error }: DeliveryRecord): string | null {
  if (last_status !== null) return state === 'delivered' ? `Answered ${last_status}` : (last_error ?? `${last_status}`);
  return last_error;
}

export interface RequestHeader {
  readonly name: string;
  readonly value: string;
  /** Whether the value is as sent, or tells how it is formed at each attempt. */
  readonly formed: boolean;
}

/** The headers of a callback. Signatures are made at each attempt and stored nowhere, so only their form can be told. */
export function requestHeaders({
  event_id,
  event_type,
}: Pick<DeliveryRecord, 'event_id' | 'event_type'>): RequestHeader[] {
  const headers: RequestHeader[] = [
    { name: 'content-type', value: 'application/json', formed: false },
    { name: 'webhook-id', value: event_id, formed: false },
    { name: 'webhook-timestamp', value: 'Unix seconds of the attempt', formed: true },
    {
      name: 'webhook-signature',
      value: 'v1, and the base64 HMAC-SHA256 of "id.timestamp.body"; one by each secret',
      formed: true,
    },
  ];
  // Messages have never carried this header; prompts' events do.
  if (event_type.startsWith('prompt.')) {
    headers.push({ name: 'x-signature', value: 'sha256= and the hex HMAC-SHA256 of the body', formed: true });
  }
  return headers;
}
