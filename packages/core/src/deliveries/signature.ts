import { createHmac } from 'node:crypto';

/** What a secret begins with whose key is written in base64, as Standard Webhooks 1.0.0 writes it. */
const PREFIX = 'whsec_';

/**
 * The headers that prove where a callback comes from. `webhook-*` are Standard Webhooks 1.0.0, one signature by each secret;
 * `x-signature` is HMAC-SHA256 over the raw body by the text of the current secret alone, on prompt events only.
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
    'webhook-signature': secrets.map((secret) => `v1,${hmac(webhookKey(secret), signed, 'base64')}`).join(' '),
  };
  if (event.signed) headers['x-signature'] = `sha256=${hmac(secrets[0], event.body, 'hex')}`;
  return headers;
}

/** The key of `webhook-signature`: after `whsec_` the bytes that the base64 stands for, otherwise the text's own. */
export function webhookKey(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
}

/** The secret as the libraries of Standard Webhooks take it; one that begins with `whsec_` and is not valid changes. */
export function webhookSecret(secret: string): string {
  return PREFIX + webhookKey(secret).toString('base64');
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text, 'utf8').digest(encoding);
}
