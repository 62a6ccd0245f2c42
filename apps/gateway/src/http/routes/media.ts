import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getHostedFile } from '@gateway/contract';
import type { Gateway } from '@gateway/core';
import { endpoint, Streamed, type Endpoint } from '../endpoint.js';
import { setHeaders } from '../reply.js';

/** A reader that takes no bytes for this long is disconnected. */
const STALLED_MS = 30_000;

/** For a file that anybody may have sent: it runs no script and loads nothing. */
const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, max-age=3600',
};

/** Serves the files that the gateway hosts to chat platforms. */
export function mediaRoutes({ hostedFiles }: Gateway): Endpoint[] {
  return [
    endpoint(getHostedFile, async ({ params }) => {
      const file = await hostedFiles.open(params.token, params.name);
      return new Streamed(async (response) => {
        setHeaders(response, {
          ...fileHeaders,
          'content-type': file.contentType,
          'content-length': String(file.size),
          'content-disposition': disposition(file.isInline ? 'inline' : 'attachment', file.name),
        });
        response.flushHeaders();
        if (response.req.method === 'HEAD') return void response.end();
        response.setTimeout(STALLED_MS, () => response.destroy());
        await pipeline(Readable.from(file.read()), response);
      });
    }),
  ];
}

/** The header of RFC 6266: the name in ASCII, and in UTF-8 for those who can read it. */
function disposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["%\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
