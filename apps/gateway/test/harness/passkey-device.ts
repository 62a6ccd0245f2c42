import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** What a test changes in a reply. */
export interface Forged {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the person unlocked the device. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
}

/** A software authenticator with one key pair: ES256, no attestation. */
export class PasskeyDevice {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly #origin: string;
  #userHandle = '';
  /** The number of signatures; 0: the device does not count. */
  counter: number;

  constructor(origin: string, { counts = true }: { readonly counts?: boolean } = {}) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.counter = counts ? 1 : 0;
  }

  /** Replies to `navigator.credentials.create`. */
  create(options: Options, forged: Forged = {}) {
    this.#userHandle = options.user?.id ?? '';
    const data = this.#data(options.rp?.id ?? '', 0x41, forged);
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const attestationObject = map([
      ['fmt', 'none'],
      ['attStmt', map([])],
      ['authData', bytes(Buffer.concat([data, credential]))],
    ]);
    return this.#reply({
      clientDataJSON: this.#client('webauthn.create', options, forged).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Replies to `navigator.credentials.get`. */
  get(options: Options, forged: Forged = {}) {
    if (this.counter > 0) this.counter += 1;
    const data = this.#data(options.rpId ?? '', 0x01, forged);
    const client = this.#client('webauthn.get', options, forged);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const { userHandle = this.#userHandle } = forged;
    return this.#reply({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #reply(response: Readonly<Record<string, unknown>>) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #client(type: string, { challenge }: Options, { origin = this.#origin }: Forged): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Hash of the website, flags (present, verified, with a key), and counter. */
  #data(
    rpId: string,
    flags: number,
    { rpId: forgedId = rpId, verified = true, counter = this.counter }: Forged,
  ): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = flags | (verified ? 0x04 : 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(forgedId).digest(), rest]);
  }
}

/** CBOR, as far as it is needed here (RFC 8949). */
function map(entries: readonly (readonly [number | string, number | string | Buffer])[]): Buffer {
  return Buffer.concat([
    Buffer.from([0xa0 | entries.length]),
    ...entries.flatMap(([key, value]) => [
      item(key),
      typeof key === 'number' && Buffer.isBuffer(value) ? bytes(value) : item(value),
    ]),
  ]);
}

function item(value: number | string | Buffer): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);
  return Buffer.from([value < 0 ? 0x20 | (-value - 1) : value]);
}

function bytes(value: Buffer): Buffer {
  const { length } = value;
  return Buffer.concat([Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]), value]);
}
