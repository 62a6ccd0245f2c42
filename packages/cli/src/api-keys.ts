import type { Gateway } from '@gateway/client';

/** What is shown of a key. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly scopes: readonly string[];
  readonly channels: readonly string[] | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface CreatedApiKey extends ApiKey {
  /** The key itself: a secret. */
  readonly key: string;
}

/** Not retried: a key whose reply was lost would be created twice. */
export async function createApiKey(gateway: Gateway, body: object, signal: AbortSignal): Promise<CreatedApiKey> {
  return await gateway.request({ method: 'POST', path: '/v1/keys/new', body, signal, retrySec: 0 });
}

export async function revokeApiKey(gateway: Gateway, id: string, signal?: AbortSignal): Promise<ApiKey> {
  return await gateway.request({ method: 'DELETE', path: `/v1/keys/${encodeURIComponent(id)}`, signal });
}
