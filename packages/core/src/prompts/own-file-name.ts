import type { Attachment } from '../hosted-files/attachment.js';
import { Refusal } from '../base/refusal.js';
import { wholeFileName } from '../questions/showing.js';

/** Refuses an attachment of a question with an action that people would take for the file of `Show all`. */
export function checkFileName(
  { action, mediaUrl }: { readonly action: object | null; readonly mediaUrl: string | null },
  attachment: Attachment | null,
): void {
  if (!action) return;
  const name = attachment?.filename ?? nameIn(mediaUrl);
  const read = name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (!wholeFileName.test(read.trim())) return;
  const field = mediaUrl === null ? 'file' : 'media_url';
  const detail = `${field}: must not have the name of a file of the gateway, such as action-12.txt: Show all posts one.`;
  throw new Refusal('invalid', detail, field);
}

/** The name of the file at an address; empty: it has none. */
function nameIn(url: string | null): string {
  const segment = url === null ? '' : (new URL(url).pathname.split('/').at(-1) ?? '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
