import { createKey, type BodyInput, type ReplyOf, type Route } from '@gateway/contract';
import { startTestGateway, type GatewayOptions, type RequestOptions, type TestGateway } from './gateway.js';

/** The bootstrap key of test gateways with authentication. */
export const adminKey = 'an admin key for tests';

/** A key and requests with it. */
export interface Holder extends ReplyOf<typeof createKey> {
  request(method: string, path: string, body?: unknown): ReturnType<TestGateway['request']>;
}

/** Starts a gateway with authentication. Its own calls use the bootstrap key, which has all rights. */
export async function startKeyedGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  return startTestGateway({ ...options, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, ...options.env } });
}

/** Creates a key with these rights. */
export async function makeKey(
  gateway: TestGateway,
  rights: Omit<BodyInput<typeof createKey>, 'name'> & { name?: string },
): Promise<Holder> {
  const made = await gateway.call(createKey satisfies Route, { body: { name: 'a key', ...rights } });
  return { ...made, request: as(gateway, made.key) };
}

/** Sends requests with another key than the gateway's own. */
export function as(gateway: TestGateway, key: string): Holder['request'] {
  return (method, path, body) =>
    gateway.request(method, path, {
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    } satisfies RequestOptions);
}
