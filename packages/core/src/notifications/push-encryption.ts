import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** Where a browser receives pushes, and the keys that encrypt for it (`PushSubscription` of the browser). */
export interface PushTarget {
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The key pair with which the installation identifies itself to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushOptions {
  /** Seconds for which the push service keeps it while the device is offline. */
  readonly ttlSec: number;
  readonly urgency: 'normal' | 'high';
  /** At most 32 characters of base64url. */
  readonly topic: string;
}

export interface PushSender {
  readonly keys: PushKeys;
  /** An address of the sender, `https:` or `mailto:`. */
  readonly subject: string;
}

const CURVE = 'prime256v1';
const TOKEN_LIFE_SEC = 12 * 3600;
const RECORD_SIZE = 4096;
/** Ends the text of the last record (RFC 8188). */
const LAST_RECORD = Buffer.from([2]);

export function newPushKeys(): PushKeys {
  const ecdh = createECDH(CURVE);
  return { publicKey: ecdh.generateKeys('base64url'), privateKey: ecdh.getPrivateKey('base64url') };
}

/** The headers and the body of the request to the endpoint (RFC 8030). Throws for invalid keys. */
export function encryptPush(
  target: PushTarget,
  text: string,
  sender: PushSender,
  { ttlSec, urgency, topic }: PushOptions,
): { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array } {
  return {
    headers: {
      authorization: `vapid t=${token(target, sender)}, k=${sender.keys.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSec),
      urgency,
      topic,
    },
    body: encrypted(target, text),
  };
}

/** One record of `aes128gcm` with a key of its own (RFC 8291, section 3.4). */
function encrypted({ p256dh, auth }: PushTarget, text: string): Uint8Array {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH(CURVE);
  const ownKey = ecdh.generateKeys();
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(browserKey), Buffer.from(auth, 'base64url'), info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_SIZE, 0);
  head.writeUInt8(ownKey.length, 4);
  return Buffer.concat([
    salt,
    head,
    ownKey,
    cipher.update(text, 'utf8'),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** Proves to the push service who sends (RFC 8292). By the clock of the machine, because the push service compares it with its own. */
function token({ endpoint }: PushTarget, { keys, subject }: PushSender): string {
  const { publicKey, privateKey } = keys;
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const exp = Math.floor(Date.now() / 1000) + TOKEN_LIFE_SEC;
  const content = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: subject },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
