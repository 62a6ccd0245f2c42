import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export const compress: (content: string | Buffer) => Promise<Buffer> = promisify(gzip);

/** Sends one of two forms of the same content: the compressed one if the client accepts gzip. */
export async function sendNegotiated(
  request: IncomingMessage,
  response: ServerResponse,
  contentType: string,
  { plain, compressed }: { readonly plain: Buffer; readonly compressed: () => Buffer | Promise<Buffer> },
): Promise<void> {
  const isCompressed = acceptsGzip(request.headers['accept-encoding']);
  const content = isCompressed ? await compressed() : plain;
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', content.length);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.end(request.method === 'HEAD' ? undefined : content);
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .map((part) => part.split(';').map((value) => value.trim().toLowerCase()))
    .some(([coding, weight = 'q=1']) => coding === 'gzip' && Number(weight.replace(/^q=/, '')) > 0);
}
