/** Code is the same in each language of the console. */
const code = (text: string): string => text;

/** Signature verification for receivers. Both samples do the same; the tests run the TypeScript one. */
export const receiverSnippets = {
  typescript: code(`import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = process.env.CALLBACK_SIGNING_SECRET ?? '';
if (secret === '') throw new Error('CALLBACK_SIGNING_SECRET is not set.');

// After whsec_ the secret is base64.
const webhookKey = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;

const equal = (given: Buffer, expected: Buffer) =>
  given.length === expected.length && timingSafeEqual(given, expected);

/** For every event. \`body\`: the raw bytes, before parsing. \`headers\`: lower-case names. */
export function isGenuine(body: Buffer, headers: Record<string, string | string[] | undefined>): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  // Reject events older than five minutes: a third party may have recorded them.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', webhookKey).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  // One signature per secret during a secret rotation.
  return String(signatures)
    .split(' ')
    .some((one) => one.startsWith('v1,') && equal(Buffer.from(one.slice(3), 'base64'), expected));
}

/** Simpler, for prompt events only: message.created has no X-Signature. */
export function isGenuineAnswer(body: Buffer, xSignature = ''): boolean {
  return equal(Buffer.from(xSignature), Buffer.from(\`sha256=\${createHmac('sha256', secret).update(body).digest('hex')}\`));
}
`),
  python: code(`import base64, hashlib, hmac, os, time

secret = os.environ["CALLBACK_SIGNING_SECRET"]
# After whsec_ the secret is base64.
webhook_key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()

def is_genuine(body: bytes, headers) -> bool:
    """For every event. body: the raw bytes, before parsing; headers: a mapping with case-insensitive names."""
    id, timestamp, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    # Reject events older than five minutes: a third party may have recorded them.
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = "v1," + base64.b64encode(
        hmac.new(webhook_key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    ).decode()
    # One signature per secret during a secret rotation.
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" "))

def is_genuine_answer(body: bytes, x_signature) -> bool:
    """Simpler, for prompt events only: message.created has no X-Signature."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (x_signature or "").encode())
`),
} as const;
