import { Refusal } from '@gateway/core';
import { contentTypeOf, safeFilename } from './description.js';
import type { PrivateFiles } from './private-files.js';
import { FileTooLarge, type Spool } from './spool.js';

/** Types that a browser shows without running anything. SVG and HTML can run scripts. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';

/** Further previews are refused while so many are fetched. */
const MAX_PREVIEWS = 8;

/** A file in the spool until `remove` is called. */
export interface PreviewFile {
  readonly path: string;
  /** Bytes */
  readonly size: number;
  readonly contentType: string;
  /** Images are shown; a PDF file is a download, because its viewer does not run in a sandbox. */
  readonly isInline: boolean;
  readonly name: string;
  remove(): Promise<void>;
}

interface PreviewOptions {
  readonly spool: Spool;
  readonly privateFiles: PrivateFiles;
  readonly maxBytes: number;
  readonly limit: string;
}

/** Fetches files at foreign addresses for the console. */
export function openPreviews({ spool, privateFiles, maxBytes, limit }: PreviewOptions) {
  let running = 0;

  async function fetchFile(url: string): Promise<PreviewFile> {
    const { body, filename } = await privateFiles.open(url);
    const file = await spool.store(body, maxBytes);
    try {
      // Without a declared type: only what the bytes say counts.
      const contentType = await contentTypeOf(file.path, null);
      const isInline = imageTypes.has(contentType);
      if (!isInline && contentType !== PDF)
        throw new Error('it is neither an image (PNG, JPEG, GIF, WebP) nor a PDF file.');
      return { ...file, contentType, isInline, name: safeFilename(filename) };
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  return async (url: string): Promise<PreviewFile> => {
    if (running >= MAX_PREVIEWS)
      throw new Refusal('unavailable', 'Too many previews are being fetched: try again in some seconds.', null, {
        retryAfterSec: 5,
      });
    running += 1;
    try {
      return await fetchFile(url);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const reason = error instanceof FileTooLarge ? `it is larger than ${limit}.` : privateFiles.reasonOf(error);
      throw new Refusal('not_found', `The file at media_url has no preview: ${reason}`);
    } finally {
      running -= 1;
    }
  };
}
