import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SEC = 300;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether the gateway has signed a callback with one of the secrets, as Standard Webhooks defines it, within the last five minutes.
 * `body` is the raw body: JSON that was parsed and written again differs.
 */
export function isGenuine(body: Buffer, headers: Headers, secrets: readonly string[]): boolean {
  const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof seconds !== 'string' || typeof signatures !== 'string') return false;
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= TOLERANCE_SEC)) return false;
  const expected = secrets.map((secret) =>
    createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.`).update(body).digest(),
  );
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return expected.some((each) => each.length === given.length && timingSafeEqual(each, given));
  });
}

/** The bytes after `whsec_`, or the text. */
function keyOf(secret: string): Buffer | string {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
}
