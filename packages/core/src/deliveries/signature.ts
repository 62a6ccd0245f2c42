import { createHmac } from 'node:crypto';

/**
 * The headers that prove where a callback comes from. `webhook-*` are Standard Webhooks 1.0.0, one signature by each secret;
 * `x-signature` is HMAC-SHA256 over the raw body by the current secret alone, on prompt events only. A secret's key is its UTF-8 bytes.
 */
export function signatureHeaders(
  event: { readonly id: string; readonly body: string; readonly signed: boolean },
  secrets: readonly [string, ...string[]],
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  const signed = `${event.id}.${seconds}.${event.body}`;
  const headers: Record<string, string> = {
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed, 'base64')}`).join(' '),
  };
  if (event.signed) headers['x-signature'] = `sha256=${hmac(secrets[0], event.body, 'hex')}`;
  return headers;
}

function hmac(secret: string, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest(encoding);
}
