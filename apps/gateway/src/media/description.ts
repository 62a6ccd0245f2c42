import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

const FILENAME_BYTES = 255;
const SAMPLE_BYTES = 4096;

/** Types that bytes do not show and that no program runs: what a sender declares is believed. */
const HARMLESS =
  /^(?:(?:image|audio|video)\/(?!svg)[\w.+-]{1,64}|text\/(?:plain|csv|markdown|tab-separated-values|calendar)|application\/(?:json|pdf|rtf|zip))$/;

/** The content type of an upload that names none. */
const DEFAULT_TYPE = 'image/jpeg';

/** What multipart says of a part without a content type; a sender may mean it all the same. */
const UNSAID_TYPE = 'text/plain';

const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif)$/i;

/**
 * The content type of a file: what its bytes say, or else what was declared if that is harmless. `declared` null: nothing was, as
 * with a file of this machine. Of an upload that says nothing, its name tells a picture from a text.
 */
export async function contentTypeOf(file: string, declared: string | null, name = ''): Promise<string> {
  const seen = await fileTypeFromFile(file).catch(() => undefined);
  if (seen) return seen.mime;
  if (declared === null || declared === UNSAID_TYPE) {
    const isPicture = declared !== null && PICTURE_NAME.test(name);
    if (!isPicture && (await isText(file))) return 'text/plain';
    return declared === null ? 'application/octet-stream' : DEFAULT_TYPE;
  }
  const type = declared.toLowerCase();
  return HARMLESS.test(type) ? type : 'application/octet-stream';
}

async function isText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), { stream: true });
    return !text.includes('\0');
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    await handle.close();
  }
}

/** A file's name as people may see it: no path, no control or direction characters, at most 255 bytes with its extension kept. */
export function safeFilename(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : shortened(name);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= FILENAME_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(stem + character + extension) > FILENAME_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
