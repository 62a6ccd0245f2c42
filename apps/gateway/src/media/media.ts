import path from 'node:path';
import { Readable } from 'node:stream';
import { Refusal, type HeldAttachment } from '@gateway/core';
import { openBelow } from './allowed-folder.js';
import { contentTypeOf, safeFilename } from './description.js';
import type { PrivateFiles } from './private-files.js';
import { openPreviews, type PreviewFile } from './preview.js';
import { FileTooLarge, openSpool, type SpooledFile } from './spool.js';

/** Stores files that are attached to prompts until they are posted. */
export interface Media {
  readonly maxBytes: number;
  /** The size limit as a text for error messages. */
  readonly limit: string;
  /** Spools an upload. Throws `FileTooLarge` or a `Refusal`. */
  fromUpload(source: Readable, given: { filename: string; contentType: string }): Promise<HeldAttachment>;
  /** Spools a text that the gateway writes. Throws a `Refusal`. */
  fromText(text: string, filename: string): Promise<HeldAttachment>;
  /** Spools a file that a person sent in a chat. Its type is that of its bytes. Throws a `Refusal`. */
  fromPerson(source: AsyncIterable<Uint8Array>, name: string | null, maxBytes: number): Promise<HeldAttachment>;
  /** Spools a copy of a file in the allowed folder, so that the file that was checked is the file that is posted. Throws a `Refusal`. */
  fromPath(given: string): Promise<HeldAttachment>;
  /** Fetches the file at a private address, which platforms cannot reach; null: the address is public. Throws a `Refusal`. */
  fromAddress(url: string): Promise<HeldAttachment | null>;
  /** Fetches an image or a PDF file for the console. Throws a `Refusal`. */
  preview(url: string): Promise<PreviewFile>;
}

export interface MediaOptions {
  /** The folder for files while they are posted. */
  readonly folder: string;
  /** No other instance uses the folder. */
  readonly exclusive: boolean;
  /** Megabytes (1024 × 1024 bytes). */
  readonly maxSizeMb: number;
  /** The folder that contains all files of `media_path`; null: `media_path` is refused. */
  readonly allowedDir: string | null;
  readonly privateFiles: PrivateFiles;
}

export async function openMedia({
  folder,
  exclusive,
  maxSizeMb,
  allowedDir,
  privateFiles,
}: MediaOptions): Promise<Media> {
  const spool = await openSpool(folder, { exclusive });
  const maxBytes = Math.max(1, Math.floor(maxSizeMb * 1_048_576));
  const limit = `${maxSizeMb} MB (MAX_MEDIA_SIZE_MB)`;

  async function hold(
    file: SpooledFile,
    { filename, declared, field }: { filename: string; declared: string | null; field: string },
  ): Promise<HeldAttachment> {
    try {
      if (file.size === 0)
        throw new Refusal('invalid', 'The file is empty: an attachment needs at least one byte.', field);
      const contentType = await contentTypeOf(file.path, declared, filename);
      return {
        attachment: { kind: 'bytes', path: file.path, size: file.size, contentType, filename: safeFilename(filename) },
        remove: () => file.remove(),
      };
    } catch (error) {
      await file.remove();
      throw error;
    }
  }

  return {
    maxBytes,
    limit,
    preview: openPreviews({ spool, privateFiles, maxBytes, limit }),
    async fromUpload(source, { filename, contentType }) {
      return await hold(await spool.store(source, maxBytes), { filename, declared: contentType, field: 'file' });
    },
    async fromText(text, filename) {
      const file = await spool.store(Readable.from([Buffer.from(text)]), Infinity);
      return await hold(file, { filename, declared: 'text/plain', field: 'file' });
    },
    async fromPerson(source, name, most) {
      const file = await spool.store(Readable.from(source), most).catch((error: unknown) => {
        throw error instanceof FileTooLarge
          ? new Refusal('invalid', 'The file is too large.', null, { code: 'payload_too_large' })
          : error;
      });
      return await hold(file, { filename: name ?? 'file', declared: null, field: 'file' });
    },
    async fromPath(given) {
      if (allowedDir === null) {
        throw new Refusal(
          'invalid',
          'media_path cannot be used: set MEDIA_ALLOWED_DIR on the gateway to the folder with the files, or upload the file.',
          'media_path',
        );
      }
      const handle = await openBelow(allowedDir, given);
      try {
        const file = await spool
          .store(handle.createReadStream({ autoClose: false }), maxBytes)
          .catch((error: unknown) => {
            throw error instanceof FileTooLarge
              ? new Refusal('invalid', `The file that media_path names is larger than ${limit}.`, 'media_path')
              : error;
          });
        return await hold(file, { filename: path.basename(given), declared: null, field: 'media_path' });
      } finally {
        await handle.close();
      }
    },
    async fromAddress(url) {
      if (!(await privateFiles.isPrivate(url))) return null;
      const field = 'media_url';
      try {
        const { body, filename, contentType } = await privateFiles.open(url);
        return await hold(await spool.store(body, maxBytes), { filename, declared: contentType, field });
      } catch (error) {
        if (error instanceof Refusal) throw error;
        const reason = error instanceof FileTooLarge ? `it is larger than ${limit}.` : privateFiles.reasonOf(error);
        throw new Refusal('invalid', `The file at media_url cannot be fetched: ${reason}`, field);
      }
    },
  };
}
