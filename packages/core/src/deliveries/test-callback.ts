import { randomUUID } from 'node:crypto';
import type { GatewayTest } from '@gateway/contract';
import { checkAddress } from '../refusal.js';
import type { Attempt } from './delivery-store.js';
import { postEvent, type PostOptions } from './post-event.js';

/**
 * Posts a test event as any other is posted, once, and tells what came of it; it is kept nowhere. Refuses an address that no
 * callback may have. There is no limit on how often: who may do this may register a channel with that address anyway.
 */
export async function testCallback(options: PostOptions, url: string, signal: AbortSignal): Promise<Attempt> {
  checkAddress(options.outgoing, 'callback_url', url);
  const id = randomUUID();
  const body: GatewayTest = {
    type: 'gateway.test',
    event_id: id,
    created_at: new Date(options.clock.now()).toISOString(),
  };
  return (await postEvent(options, { id, url, body: JSON.stringify(body), signed: true }, signal)).attempt;
}
