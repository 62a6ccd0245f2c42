import { createHmac } from 'node:crypto';
import { isPlatformError } from '@gateway/platform-kit';
import type { GraphPlatform } from './platform.js';
import { request, type RequestOptions } from './request.js';

/** Makes one request of an account; see `request`. */
export type Requester = (
  url: string,
  init: RequestInit,
  options: Pick<RequestOptions, 'signal' | 'timeoutMs'>,
) => Promise<object>;

/**
 * Makes the requests of one account, with the proof that the caller knows the app's secret: an app can require it. The token may belong
 * to another app than the webhook; then the proof is refused, and the requests are made without it.
 * Source: https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function createRequester(
  platform: GraphPlatform,
  { fetch, token, appSecret }: Pick<RequestOptions, 'fetch' | 'token'> & { readonly appSecret: string },
): Requester {
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  let isRefused = false;

  return async (url, init, options) => {
    const ask = (address: string) => request(platform, address, init, { ...options, fetch, token });
    if (isRefused) return await ask(url);
    return await ask(withProof(url, proof)).catch((error: unknown) => {
      if (!isPlatformError(error) || !error.message.includes('appsecret_proof')) throw error;
      isRefused = true;
      return ask(url);
    });
  };
}

function withProof(url: string, proof: string): string {
  const address = new URL(url);
  address.searchParams.set('appsecret_proof', proof);
  return address.href;
}
