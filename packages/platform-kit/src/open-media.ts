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
