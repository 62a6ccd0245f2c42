import { fetchFile, PlatformError, type ConnectionContext, type InboundFile } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Telegram } from './api.js';

/** Fetches the file with an id from Telegram, which lets bots download 20 MB; see `InboundFile.read`. */
export type ReadFile = (fileId: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

const file = z.object({
  file_id: z.string(),
  file_name: z.string().optional().catch(undefined),
  file_size: z.number().optional().catch(undefined),
});
const photo = z.array(file.extend({ width: z.number().catch(0), height: z.number().catch(0) }));

/** The fields of a message that are files. Stickers are none. */
export const fileFields = {
  photo: photo.optional().catch(undefined),
  animation: file.optional().catch(undefined),
  document: file.optional().catch(undefined),
  video: file.optional().catch(undefined),
  video_note: file.optional().catch(undefined),
  audio: file.optional().catch(undefined),
  voice: file.optional().catch(undefined),
};

type Sent = z.output<z.ZodObject<typeof fileFields>>;

/** The files of a message, as members of its event: a message has at most one, and none leaves `files` out. */
export function filesOf(sent: Sent, read: ReadFile): { readonly files?: readonly [InboundFile] } {
  // A photo is there in several sizes. An animation is also there as a document.
  const largest = sent.photo?.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  const found = largest ?? sent.animation ?? sent.document ?? sent.video ?? sent.video_note ?? sent.audio ?? sent.voice;
  if (found === undefined) return {};
  const { file_id, file_name, file_size } = found;
  return {
    files: [{ name: file_name ?? null, size: file_size ?? null, read: (signal) => read(file_id, signal) }],
  };
}

export function createReadFile(
  { credentials, endpoints, fetch }: ConnectionContext<{ readonly bot_token: string }>,
  { call }: Telegram,
): ReadFile {
  return async (fileId, signal) => {
    const { file_path: path } = await call(signal, (api, signal) => api.getFile({ file_id: fileId }, signal));
    if (path === undefined || path.startsWith('/'))
      throw new PlatformError('unavailable', 'The Bot API server does not offer the file for download.', {
        hint: 'Start the telegram-bot-api server without --local.',
      });
    const escaped = path.split('/').map(encodeURIComponent).join('/');
    return await fetchFile({
      fetch,
      // Security: the address contains the token, and `fetchFile` shows no address.
      url: `${endpoints['api']}/file/bot${credentials.bot_token}/${escaped}`,
      signal,
      service: 'Telegram',
      settings: 'PLATFORM_TELEGRAM_API_URL if it is set',
    });
  };
}
