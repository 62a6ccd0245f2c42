import { fetchFile, type InboundFile } from '@gateway/platform-kit';
import { z } from 'zod';

const attachment = z.object({
  filename: z.string().optional().catch(undefined),
  size: z.number().optional().catch(undefined),
  url: z.string(),
});

/** Fetches a file from the address of an attachment; see `InboundFile.read`. */
export type ReadFile = (url: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** The files of a message, as members of its event: none leaves `files` out. */
export function filesOf(attachments: unknown, read: ReadFile): { readonly files?: readonly InboundFile[] } {
  const found = z
    .array(z.unknown())
    .catch([])
    .parse(attachments)
    .flatMap((one) => attachment.safeParse(one).data ?? []);
  if (found.length === 0) return {};
  return {
    files: found.map(({ filename, size, url }) => ({
      name: filename ?? null,
      size: size ?? null,
      read: (signal) => read(url, signal),
    })),
  };
}

/** The address of an attachment is signed and valid for about a day, so it needs no token, and gets none. */
export function createReadFile(fetch: typeof globalThis.fetch): ReadFile {
  return (url, signal) =>
    fetchFile({
      fetch,
      url,
      followRedirects: true,
      signal,
      service: 'Discord',
      settings: 'whether cdn.discordapp.com can be reached',
    });
}
