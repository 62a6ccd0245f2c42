import { createHmac } from 'node:crypto';

/** As long as the gateway waits for a receiver. */
const TIME_LIMIT_MS = 15_000;

/** Posts a callback to a local address. Returns its status; null: there was no response. */
export async function forward(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

/** The headers with which the gateway would post this body now. Texts of MESSAGE channels have no `X-Signature`. */
export function signedHeaders(
  { type, event_id }: { readonly type: string; readonly event_id: string },
  body: string,
  secret: string,
): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1000));
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  const signature = createHmac('sha256', key).update(`${event_id}.${seconds}.${body}`).digest('base64');
  const ofText = createHmac('sha256', secret).update(body).digest('hex');
  return {
    'content-type': 'application/json',
    'webhook-id': event_id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
    ...(type !== 'message.created' && { 'x-signature': `sha256=${ofText}` }),
  };
}
