import { open } from 'node:fs/promises';

const MAX_FILENAME_BYTES = 255;
const SAMPLE_BYTES = 4096;

/** Types that cannot be detected from the bytes and are never executed, so that the declared type is used. */
const HARMLESS_TYPE =
  /^(?:(?:image|audio|video)\/(?!svg)[\w.+-]{1,64}|text\/(?:plain|csv|markdown|tab-separated-values|calendar)|application\/(?:json|pdf|rtf|zip))$/;

/** The content type of an upload without one. */
const DEFAULT_TYPE = 'image/jpeg';

/** What the form parser reports for a part without a content type. A sender can also declare it. */
const IMPLIED_TYPE = 'text/plain';

const IMAGE_NAME = /\.(?:jpe?g|png|webp|gif)$/i;

/**
 * The content type of a file: the type detected from its bytes, otherwise the declared one if it is harmless. `declared` null: a local
 * file, which has no declared type. For an upload without a type, the name distinguishes an image from a text.
 */
export async function contentTypeOf(file: string, declared: string | null, name = ''): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const detected = await fileTypeFromFile(file).catch(() => undefined);
  if (detected) return detected.mime;
  if (declared === null || declared === IMPLIED_TYPE) {
    const isImage = declared !== null && IMAGE_NAME.test(name);
    if (!isImage && (await isText(file))) return 'text/plain';
    return declared === null ? 'application/octet-stream' : DEFAULT_TYPE;
  }
  const type = declared.toLowerCase();
  return HARMLESS_TYPE.test(type) ? type : 'application/octet-stream';
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

/** A file name that is safe to show: without path, control and direction characters, at most 255 bytes with its extension kept. */
export function safeFilename(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : shortened(name);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILENAME_BYTES) return name;
  const extension = /\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(stem + character + extension) > MAX_FILENAME_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
