import { fetchFile, foreignAddress, isAddressOf, type InboundFile } from '@gateway/platform-kit';
import type { WhatsApp } from './api.js';
import type { WhatsAppContext } from './credentials.js';

/** Fetches the file with a media id; see `InboundFile.read`. */
export type ReadFile = (mediaId: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

interface Media {
  readonly id?: string | undefined;
  readonly filename?: string | undefined;
}

/** The files of a message, as members of its event: a message has at most one, and none leaves `files` out. */
export function filesOf(media: Media | undefined, read: ReadFile): { readonly files?: readonly [InboundFile] } {
  const id = media?.id;
  if (media === undefined || id === undefined) return {};
  return { files: [{ name: media.filename ?? null, size: null, read: (signal) => read(id, signal) }] };
}

/** The domains of Meta at which media are. Source: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media */
const DOMAINS = ['fbsbx.com', 'facebook.com'];

export function createReadFile({ credentials, endpoints, fetch }: WhatsAppContext, whatsapp: WhatsApp): ReadFile {
  return async (id, signal) => {
    const url = await whatsapp.mediaAddress(id, signal);
    // Security: the token goes to Meta only.
    if (!isAddressOf(url, [endpoints['api'] ?? ''], DOMAINS)) throw foreignAddress('WhatsApp');
    return await fetchFile({
      fetch,
      url,
      headers: { authorization: `Bearer ${credentials.access_token}` },
      followRedirects: true,
      signal,
      service: 'WhatsApp',
      settings: 'PLATFORM_WHATSAPP_API_URL if it is set',
    });
  };
}
