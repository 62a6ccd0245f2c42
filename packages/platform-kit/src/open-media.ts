import { openAsBlob } from 'node:fs';
import { PlatformError } from './errors.js';
import type { Media } from './connection.js';

/** A file to be uploaded, read from the disk while it is sent. Throws `invalid` when it is gone. */
export async function openMedia({ path, contentType }: Extract<Media, { readonly kind: 'bytes' }>): Promise<Blob> {
  try {
    return await openAsBlob(path, { type: contentType });
  } catch {
    throw new PlatformError('invalid', 'The attachment can no longer be read.', { hint: 'Send the question again.' });
  }
}
