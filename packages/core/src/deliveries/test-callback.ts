import { randomUUID } from 'node:crypto';
import type { GatewayTest } from '@gateway/contract';
import { checkAddress } from '../base/refusal.js';
import type { Attempt } from '../ports/service/delivery-store.js';
import { sendEvent, type SendOptions } from './send-event.js';

/**
 * Posts a test event once, in the way of any other event, and returns the attempt. Nothing is stored. Refuses addresses that are
 * not allowed for callbacks. There is no rate limit: callers may register a channel with that address anyway.
 */
export async function testCallback(options: SendOptions, url: string, signal: AbortSignal): Promise<Attempt> {
  checkAddress(options.outgoing, 'callback_url', url);
  const id = randomUUID();
  const body: GatewayTest = {
    type: 'gateway.test',
    event_id: id,
    created_at: new Date(options.clock.now()).toISOString(),
  };
  return (await sendEvent(options, { id, url, body: JSON.stringify(body), signed: true }, signal)).attempt;
}
