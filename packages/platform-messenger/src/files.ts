import { matching } from '@gateway/graph-api';
import { fetchFile, type InboundFile } from '@gateway/platform-kit';
import { z } from 'zod';

const attachment = z.object({
  type: z.enum(['image', 'video', 'audio', 'file']),
  payload: z.object({ url: z.string(), sticker_id: z.unknown().optional() }),
});

/** Fetches a file from the address of an attachment; see `InboundFile.read`. */
export type ReadFile = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** The files of a message, as members of its event: none leaves `files` out. A sticker can also be there as an image. */
export function filesOf(attachments: unknown, read: ReadFile): { readonly files?: readonly InboundFile[] } {
  const found = matching(attachment, attachments).filter(({ payload }) => payload.sticker_id === undefined);
  if (found.length === 0) return {};
  return {
    // The platform gives neither names nor sizes.
    files: found.map(({ payload }) => ({ name: null, size: null, read: (signal) => read(payload.url, signal) })),
  };
}

/** The address of an attachment is a secret by itself, so it needs no token, and gets none. */
export function createReadFile(fetch: typeof globalThis.fetch): ReadFile {
  return (url, signal) =>
    fetchFile({
      fetch,
      url,
      followRedirects: true,
      signal,
      service: 'Messenger',
      settings: "whether Meta's servers for attachments can be reached",
    });
}
