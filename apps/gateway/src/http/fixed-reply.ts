import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A JSON reply that is the same for all callers. It is serialized and compressed once, when it is first sent. */
export class FixedReply<Body> {
  #encoded: Promise<{ readonly plain: Buffer; readonly compressed: Buffer }> | undefined;

  constructor(readonly body: Body) {}

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { plain, compressed } = await (this.#encoded ??= encode(this.body));
    const isCompressed = acceptsGzip(request.headers['accept-encoding']);
    const content = isCompressed ? compressed : plain;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', content.length);
    response.appendHeader('Vary', 'Accept-Encoding');
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    response.end(request.method === 'HEAD' ? undefined : content);
  }
}

async function encode(body: unknown) {
  const plain = Buffer.from(JSON.stringify(body));
  return { plain, compressed: await promisify(gzip)(plain) };
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .map((part) => part.split(';').map((value) => value.trim().toLowerCase()))
    .some(([coding, weight = 'q=1']) => coding === 'gzip' && Number(weight.replace(/^q=/, '')) > 0);
}
