import { fetchFile, fetchFileWithToken, isAddressOf, type InboundFile } from '@gateway/platform-kit';
import type { Activity } from './activity.js';
import type { TeamsContext } from './credentials.js';
import { field, textField } from './request.js';
import type { TokenSource } from './sign-in/token.js';

const DOWNLOAD = 'application/vnd.microsoft.teams.file.download.info';

/** A file by its address; `serviceUrl` is the verified service address of its activity. */
interface Place {
  readonly url: string;
  readonly serviceUrl: string | undefined;
}

/** Fetches a file; see `InboundFile.read`. */
export type ReadFile = (place: Place, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/**
 * The files of an activity, as members of its event: none leaves `files` out. Other attachments are the text as HTML, and cards.
 * Source: https://learn.microsoft.com/microsoftteams/platform/bots/how-to/bots-filesv4
 */
export function filesOf(
  { attachments, serviceUrl }: Activity,
  read: ReadFile,
): { readonly files?: readonly InboundFile[] } {
  const files = attachments.flatMap((attachment): InboundFile[] => {
    const type = textField(attachment, 'contentType') ?? '';
    const isImage = type.startsWith('image/');
    const url = isImage
      ? textField(attachment, 'contentUrl')
      : type === DOWNLOAD
        ? textField(field(attachment, 'content'), 'downloadUrl')
        : undefined;
    if (url === undefined) return [];
    const name = textField(attachment, 'name') || null;
    return [{ name, size: null, read: (signal) => read({ url, serviceUrl }, signal) }];
  });
  return files.length === 0 ? {} : { files };
}

export function createReadFile({ endpoints, fetch }: TeamsContext, tokens: TokenSource): ReadFile {
  return async ({ url, serviceUrl = '' }, signal) => {
    const request = {
      fetch,
      url,
      followRedirects: true,
      signal,
      service: 'Microsoft Teams',
      settings: 'whether the servers of Teams and SharePoint can be reached',
    };
    // Security: the token goes to the service address only. The address of a document at SharePoint is signed and needs none.
    return isAddressOf(url, [serviceUrl, endpoints['service'] ?? ''])
      ? await fetchFileWithToken(tokens, request)
      : await fetchFile(request);
  };
}
