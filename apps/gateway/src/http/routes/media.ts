import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getHostedFile, getPromptFile, getPromptMedia, parsePromptId } from '@gateway/contract';
import { Refusal, type Gateway } from '@gateway/core';
import type { Media } from '../../media/media.js';
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

/** A preview is for the console only, and is fetched again soon, because the file can change. */
const previewHeaders = {
  ...fileHeaders,
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, max-age=60',
};

interface ServedFile {
  readonly contentType: string;
  readonly size: number;
  readonly isInline: boolean;
  readonly name: string;
}

async function serve(
  response: ServerResponse,
  { contentType, size, isInline, name }: ServedFile,
  headers: Readonly<Record<string, string>>,
  read: () => Readable,
): Promise<void> {
  setHeaders(response, {
    ...headers,
    'content-type': contentType,
    'content-length': String(size),
    'content-disposition': disposition(isInline ? 'inline' : 'attachment', name),
  });
  response.flushHeaders();
  if (response.req.method === 'HEAD') return void response.end();
  response.setTimeout(STALLED_MS, () => response.destroy());
  await pipeline(read(), response);
}

/** Serves the files that the gateway hosts to chat platforms, and the previews of the console. */
export function mediaRoutes(
  { guesses, hostedFiles, prompts, addresses }: Gateway,
  media: Pick<Media, 'preview'>,
): Endpoint[] {
  return [
    endpoint(getHostedFile, async ({ params: { token, name }, address }) => {
      const file = await guesses.read(`file ${token}`, address, () => hostedFiles.open(token, name));
      return new Streamed((response) => serve(response, file, fileHeaders, () => Readable.from(file.read())));
    }),
    endpoint(getPromptFile, async ({ principal, params }) => {
      const file = await hostedFiles.ofPrompt(await prompts.get(principal, parsePromptId(params.id), params.id));
      return { file: file && { name: file.name, preview: previewOf(file) } };
    }),
    endpoint(getPromptMedia, async ({ principal, params }) => {
      const prompt = await prompts.get(principal, parsePromptId(params.id), params.id);
      if (prompt.mediaUrl === null) {
        const hosted = await hostedFiles.ofPrompt(prompt);
        if (!hosted || previewOf(hosted) === null)
          throw new Refusal('not_found', 'This prompt has neither a media_url nor a hosted image or PDF file.');
        return new Streamed((response) => serve(response, hosted, previewHeaders, () => Readable.from(hosted.read())));
      }
      const file = await media.preview(addresses.open(prompt.mediaUrl));
      return new Streamed(async (response) => {
        try {
          await serve(response, file, previewHeaders, () => createReadStream(file.path));
        } finally {
          await file.remove();
        }
      });
    }),
  ];
}

function previewOf({ isInline, contentType }: ServedFile): 'image' | 'pdf' | null {
  if (isInline) return 'image';
  return contentType === 'application/pdf' ? 'pdf' : null;
}

/** The header of RFC 6266: the name in ASCII, and in UTF-8 for those who can read it. */
function disposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["%\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
