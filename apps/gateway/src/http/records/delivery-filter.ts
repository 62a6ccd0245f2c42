import { parsePromptId } from '@gateway/contract';
import { Refusal, type DeliveryFilter, type StatusRange } from '@gateway/core';

/** The filter of deliveries as the API has it. */
interface Given {
  readonly channel_id?: string | undefined;
  readonly prompt_id?: string | undefined;
  readonly message_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly url?: string | undefined;
  readonly status_code?: readonly string[] | undefined;
  readonly event?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The filter that a query or a body asks for. */
export function deliveryFilter(given: Given): Omit<DeliveryFilter, 'state'> {
  const { channel_id, prompt_id, message_id, event_id, url, status_code, event, since, until } = given;
  return {
    ...(channel_id !== undefined && { channelId: channel_id }),
    ...(prompt_id !== undefined && { promptNum: promptNum(prompt_id) }),
    ...(message_id !== undefined && { messageId: message_id.toLowerCase() }),
    ...(event_id !== undefined && { eventId: event_id }),
    ...(url !== undefined && receiverOf(url)),
    ...(status_code !== undefined && { statuses: status_code.map(statusRange) }),
    ...(event !== undefined && { eventType: event }),
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  };
}

/** The receiver, and what the path begins with. */
function receiverOf(address: string): Pick<DeliveryFilter, 'destination' | 'path'> {
  const url = new URL(address);
  const path = url.pathname + url.search;
  return { destination: url.origin, ...(path !== '/' && { path }) };
}

/** `503`, `5xx`, or null for `none`. */
function statusRange(text: string): StatusRange | null {
  if (text === 'none') return null;
  if (!text.endsWith('xx')) return { from: Number(text), to: Number(text) };
  const from = Number(text.charAt(0)) * 100;
  return { from, to: from + 99 };
}

function promptNum(id: string): number {
  const num = parsePromptId(id);
  if (num === null)
    throw new Refusal(
      'invalid',
      'prompt_id must be the id of a prompt, such as #12 (in a query %2312) or 12.',
      'prompt_id',
    );
  return num;
}
