import { fetchFileWithToken, type ConnectionContext, type InboundFile } from '@gateway/platform-kit';
import { z } from 'zod';
import { mediaAddress } from './api.js';
import type { Tokens } from './tokens.js';

const attachment = z.object({
  contentName: z.string().optional().catch(undefined),
  // A file of Google Drive has none: the app has no access to it.
  attachmentDataRef: z.object({ resourceName: z.string().min(1).refine(staysBelow) }),
});

/** Whether the name stays below the media API as a part of an address. */
function staysBelow(name: string): boolean {
  return !name.split('/').some((part) => part === '.' || part === '..');
}

/** Fetches an uploaded file by its name in the media API; see `InboundFile.read`. */
export type ReadFile = (resource: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** The files of a message, as members of its event: none leaves `files` out. */
export function filesOf(attachments: unknown, read: ReadFile): { readonly files?: readonly InboundFile[] } {
  const found = z
    .array(z.unknown())
    .catch([])
    .parse(attachments)
    .flatMap((one) => attachment.safeParse(one).data ?? []);
  if (found.length === 0) return {};
  return {
    files: found.map(({ contentName, attachmentDataRef: { resourceName } }) => ({
      name: contentName ?? null,
      size: null,
      read: (signal) => read(resourceName, signal),
    })),
  };
}

/** Source: https://developers.google.com/workspace/chat/download-media-attachments */
export function createReadFile(
  { endpoints, fetch }: Pick<ConnectionContext, 'endpoints' | 'fetch'>,
  tokens: Tokens,
): ReadFile {
  return (resource, signal) =>
    fetchFileWithToken(tokens, {
      fetch,
      url: mediaAddress(endpoints, resource),
      followRedirects: true,
      signal,
      service: 'Google Chat',
      settings: 'PLATFORM_GCHAT_API_URL if it is set',
    });
}
