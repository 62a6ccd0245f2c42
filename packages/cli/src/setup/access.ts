import { Gateway, GatewayError, type Channel } from '@gateway/client';
import type { Context } from '../context.js';

/** Each right that an agent can have, with a request that needs it and changes nothing: a body without fields is refused. */
const requests = {
  'prompts:write': { method: 'POST', path: '/v1/prompts/new', body: {} },
  'prompts:read': { method: 'GET', path: '/v1/prompts?limit=1' },
  'channels:read': { method: 'GET', path: '/v1/channels?limit=1' },
  'messages:send': { method: 'POST', path: '/v1/messages/send', body: {} },
  'messages:read': { method: 'GET', path: '/v1/messages?limit=1' },
  'keys:write': { method: 'POST', path: '/v1/keys/new', body: {} },
} as const;

export type Right = keyof typeof requests;

/** A client of the same gateway with another key. */
export function gatewayOf({ settings, retrySec }: Context, apiKey: string | undefined): Gateway {
  return new Gateway({ url: settings.url, apiKey, retrySec });
}

/** Whether the gateway gives this right to the key of the client. Throws `GatewayError` for a key that it does not know. */
export async function holds(gateway: Gateway, right: Right, signal: AbortSignal): Promise<boolean> {
  try {
    await gateway.request({ ...requests[right], signal });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status === 401 || error.code === null || error.retryable) throw error;
    return error.code !== 'forbidden';
  }
  return true;
}

/** What the gateway says of itself to all. */
export interface About {
  readonly version: string;
  /** Whether agents need a key. */
  readonly auth: boolean;
}

/** Throws `ConnectionError` or `GatewayError`, also when the server is no gateway. */
export async function aboutGateway(context: Context): Promise<About> {
  const path = '/console/session';
  const reply = await gatewayOf(context, undefined).request<{ readonly gateway?: About } | null>({
    method: 'GET',
    path,
    signal: context.signal,
  });
  if (typeof reply?.gateway?.version === 'string') return reply.gateway;
  const detail = `The server at ${context.settings.url} does not answer as the gateway does.`;
  throw new GatewayError(200, { detail, code: null, retryable: false });
}

/** Null: there is no such channel, or the key may not use it. */
export async function findChannel(gateway: Gateway, id: string, signal: AbortSignal): Promise<Channel | null> {
  try {
    return await gateway.request({ method: 'GET', path: `/v1/channels/${encodeURIComponent(id)}`, signal });
  } catch (error) {
    if (error instanceof GatewayError && (error.status === 404 || error.code === 'channel_not_allowed')) return null;
    throw error;
  }
}

/** Active PROMPT channels that the key may use. A name that no channel can have is left out. */
export async function promptChannels(gateway: Gateway, signal: AbortSignal): Promise<Channel[]> {
  const path = '/v1/channels?channel_type=PROMPT&limit=200';
  const found = await gateway.request<Channel[]>({ method: 'GET', path, signal });
  return found.filter(
    (each) => each.channel_type === 'PROMPT' && each.is_active && /^[\w.-]{1,64}$/.test(each.channel_id),
  );
}
