import { concatenated, utf8, type Bytes } from './bytes.js';

/** Headers as a web request, Node or Express has them. */
export type SignedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface SignedRequest {
  /** The raw body: JSON that was parsed and written again differs. */
  readonly body: string | Uint8Array;
  readonly headers: SignedHeaders;
  /** `CALLBACK_SIGNING_SECRET` of the gateway; during a change of the secret, the old and the new one. */
  readonly secret: string | readonly string[];
  /** How old `webhook-timestamp` may be. Default: 300. */
  readonly toleranceSec?: number;
}

const DEFAULT_TOLERANCE_SEC = 300;

/**
 * Whether a callback comes from the gateway: `webhook-signature` is valid and recent, or, in a request without it, `X-Signature` is valid.
 * Compares in constant time.
 */
export async function verifySignature(request: SignedRequest): Promise<boolean> {
  const header = reader(request.headers);
  return header('webhook-signature') === null ? await byXSignature(request) : await byWebhookSignature(request);
}

/** Checks `webhook-signature` as Standard Webhooks defines it. Every callback has it, and an old one is refused. */
export async function byWebhookSignature({ body, headers, secret, toleranceSec }: SignedRequest): Promise<boolean> {
  const header = reader(headers);
  const [id, seconds] = [header('webhook-id'), header('webhook-timestamp')];
  if (id === null || seconds === null) return false;
  const ageSec = Date.now() / 1000 - Number(seconds);
  if (!(Math.abs(ageSec) <= (toleranceSec ?? DEFAULT_TOLERANCE_SEC))) return false;
  const signed = concatenated([utf8(`${id}.${seconds}.`), bytesOf(body)]);
  const given = (header('webhook-signature') ?? '').split(' ').flatMap((each) => {
    const bytes = each.startsWith('v1,') ? fromBase64(each.slice(3)) : null;
    return bytes ? [bytes] : [];
  });
  return await isSignedByAny(secret, webhookKey, given, signed);
}

/** The events of prompts have this signature as well. It does not expire. */
async function byXSignature({ body, headers, secret }: SignedRequest): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(reader(headers)('x-signature') ?? '')?.[1];
  if (hex === undefined) return false;
  const given = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return await isSignedByAny(secret, utf8, [given], bytesOf(body));
}

async function isSignedByAny(
  secret: string | readonly string[],
  keyOf: (secret: string) => Bytes,
  signatures: readonly Bytes[],
  signed: Bytes,
): Promise<boolean> {
  for (const each of [secret].flat()) {
    if (each === '') throw new TypeError('The secret is empty.');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyOf(each), algorithm, false, ['verify']);
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function bytesOf(body: string | Uint8Array): Bytes {
  return typeof body === 'string' ? utf8(body) : concatenated([body]);
}

function reader(headers: SignedHeaders): (name: string) => string | null {
  if (headers instanceof Headers) return (name) => headers.get(name);
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => [lower.get(name)].flat()[0] ?? null;
}

/** The key of `webhook-signature`: the bytes after `whsec_`, or the text. */
export function webhookKey(secret: string): Bytes {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : utf8(secret);
  if (!bytes) throw new TypeError('The secret begins with whsec_ and is not base64.');
  return bytes;
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
