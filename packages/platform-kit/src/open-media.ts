import { openAsBlob } from 'node:fs';
import { PlatformError } from './errors.js';
import type { Media } from './connection.js';

/** Opens a file for upload; it is read from the disk while it is sent. Throws `invalid` when the file does not exist any more. */
export async function openMedia({ path, contentType }: Extract<Media, { readonly kind: 'bytes' }>): Promise<Blob> {
  try {
    return await openAsBlob(path, { type: contentType });
  } catch {
    throw new PlatformError('invalid', 'The attachment can no longer be read.', { hint: 'Send the question again.' });
  }
}

/** The text of a link to an attachment: the file name in its address, or the whole address if it has none. */
export function mediaName(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  try {
    // Without control and direction characters, which could make the name look like another one.
    return decodeURIComponent(last).replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '') || url;
  } catch {
    return last;
  }
}
