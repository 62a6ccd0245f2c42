import { createHmac } from 'node:crypto';

/** Prefix of secrets whose key is in base64, as in Standard Webhooks 1.0.0. */
const PREFIX = 'whsec_';

/**
 * The signature headers of a callback. `webhook-*` follow Standard Webhooks 1.0.0, with one signature per secret. `x-signature` is
 * HMAC-SHA256 of the raw body with the text of the current secret as the key, on prompt events only.
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

/** The key of `webhook-signature`: the base64-decoded bytes after `whsec_`, or the bytes of a secret without that prefix. */
export function webhookKey(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
}

/** The secret in the form that Standard Webhooks libraries accept. Invalid base64 after `whsec_` is normalized. */
export function webhookSecret(secret: string): string {
  return PREFIX + webhookKey(secret).toString('base64');
}

function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text, 'utf8').digest(encoding);
}
