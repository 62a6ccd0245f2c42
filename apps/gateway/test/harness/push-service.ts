import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onCleanUp } from './shared.js';
import { until } from './until.js';

/** One push, as the browser reads it. */
interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // oxlint-disable-next-line no-explicit-any -- tests read messages of many types
  readonly message: any;
  /** Bytes of the encrypted body. */
  readonly size: number;
}

/** The push service of a browser, with browsers that are registered there. */
export interface PushService {
  readonly received: readonly ReceivedPush[];
  /** A new subscription, as `PushSubscription.toJSON()` gives it. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Waits until at least `count` pushes have arrived. */
  waitFor(count: number): Promise<readonly ReceivedPush[]>;
  /** Answers the following pushes. */
  answer: (response: ServerResponse, count: number) => void;
}

export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<string, (body: Buffer) => string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = Buffer.concat(chunks);
      const message: unknown = JSON.parse(browsers.get(path)?.(body) ?? 'null');
      received.push({ path, headers: request.headers, message, size: body.length });
      service.answer(response, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    received,
    subscribe() {
      const ecdh = createECDH('prime256v1');
      const publicKey = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('hex')}`;
      browsers.set(path, (body) => decrypt(ecdh, auth, body));
      return {
        endpoint: `http://127.0.0.1:${port}${path}`,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      };
    },
    waitFor: async (count) => {
      await until(() => received.length >= count);
      return received;
    },
    answer: (response) => void response.writeHead(201).end(),
  };
  return service;
}

/** Reads a push as a browser does (RFC 8291): one record of `aes128gcm`. */
export function decrypt(browser: ReturnType<typeof createECDH>, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const record = body.subarray(21 + keyLength);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}
