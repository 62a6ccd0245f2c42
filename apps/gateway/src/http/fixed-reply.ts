import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, sendNegotiated } from './compression.js';

/** A JSON reply that is the same for all callers. It is serialized and compressed once, when it is first sent. */
export class FixedReply<Body> {
  #encoded: Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> | undefined;

  constructor(readonly body: Body) {}

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { plain, compressed } = await (this.#encoded ??= encode(this.body));
    await sendNegotiated(request, response, 'application/json; charset=utf-8', { plain, compressed: () => compressed });
  }
}

async function encode(body: unknown) {
  const plain = Buffer.from(JSON.stringify(body));
  return { plain, compressed: await compress(plain) };
}
