import { createKey, type BodyInput, type ReplyOf, type Route } from '@gateway/contract';
import { startTestGateway, type GatewayOptions, type RequestOptions, type TestGateway } from './gateway.js';

/** The key that a gateway with authentication begins with in tests. */
export const adminKey = 'an admin key for tests';

/** What one key may do with a gateway. */
export interface Holder extends ReplyOf<typeof createKey> {
  request(method: string, path: string, body?: unknown): ReturnType<TestGateway['request']>;
}

/** Starts a gateway that asks for keys; its own calls carry the first one, with all rights. */
export async function startKeyedGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  return startTestGateway({ ...options, env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey, ...options.env } });
}

/** Makes a key with these rights. */
export async function makeKey(
  gateway: TestGateway,
  rights: Omit<BodyInput<typeof createKey>, 'name'> & { name?: string },
): Promise<Holder> {
  const made = await gateway.call(createKey satisfies Route, { body: { name: 'a key', ...rights } });
  return { ...made, request: as(gateway, made.key) };
}

/** Requests with another key than the gateway's own. */
export function as(gateway: TestGateway, key: string): Holder['request'] {
  return (method, path, body) =>
    gateway.request(method, path, {
      headers: { 'x-api-key': key },
      ...(body !== undefined && { body }),
    } satisfies RequestOptions);
}
