import type { UploadedFile } from '../server/multipart.js';
import { badRequest, TelegramError } from './errors.js';
import type { StoredFile } from './file-store.js';
import { imageSize } from './image-size.js';
import type { Params } from './params.js';
import type { TelegramState } from './state.js';

const MEGABYTE = 1024 * 1024;
const MAX_PHOTO_UPLOAD_BYTES = 10 * MEGABYTE;
const MAX_UPLOAD_BYTES = 50 * MEGABYTE;
const MAX_BYTES_BY_URL = { photo: 5 * MEGABYTE, document: 20 * MEGABYTE };
/** Media types that sendDocument accepts by URL, as documented. */
const DOCUMENTS_BY_URL = /^(application\/(pdf|zip|x-zip-compressed)|image\/gif)$/;
const FETCH_TIMEOUT_MS = 5_000;

/** Stores the file of a sendPhoto or sendDocument call: an upload, a known file_id, or a URL that is fetched. */
export async function readMedia(
  state: TelegramState,
  params: Params,
  kind: 'photo' | 'document',
  fetchUrls: boolean,
): Promise<StoredFile> {
  const given = params.file(kind);
  if (given === undefined) throw badRequest(`there is no ${kind} in the request`);
  if (typeof given !== 'string') return state.files.add(upload(given, kind));
  if (/^https?:\/\//i.test(given)) return state.files.add(await download(given, kind, fetchUrls));
  const known = state.files.get(given);
  if (!known) throw badRequest('wrong file identifier/HTTP URL specified');
  if (known.kind !== kind) {
    throw badRequest(`can't use file of type ${title(known.kind)} as ${title(kind)}`);
  }
  return known;
}

type NewFile = Omit<StoredFile, 'file_id' | 'file_unique_id'>;

function upload(file: UploadedFile, kind: 'photo' | 'document'): NewFile {
  const size = file.bytes.length;
  if (size === 0) throw badRequest('file must be non-empty');
  if (size > MAX_UPLOAD_BYTES) throw new TelegramError(413, 'Request Entity Too Large');
  if (kind === 'photo' && size > MAX_PHOTO_UPLOAD_BYTES) {
    throw badRequest(
      `file of size ${size} bytes is too big for a photo; the maximum size is ${MAX_PHOTO_UPLOAD_BYTES} bytes`,
    );
  }
  const picture = imageSize(file.bytes);
  if (kind === 'photo' && !picture) throw badRequest('IMAGE_PROCESS_FAILED');
  if (kind === 'photo' && picture) checkDimensions(picture);
  const type = picture?.type ?? file.type;
  return { kind, name: file.name, type, bytes: file.bytes, width: picture?.width ?? 0, height: picture?.height ?? 0 };
}

function checkDimensions({ width, height }: { width: number; height: number }): void {
  if (width + height > 10_000 || Math.max(width, height) > 20 * Math.min(width, height)) {
    throw badRequest('PHOTO_INVALID_DIMENSIONS');
  }
}

async function download(address: string, kind: 'photo' | 'document', fetchUrls: boolean): Promise<NewFile> {
  if (!URL.canParse(address)) throw badRequest('wrong HTTP URL specified');
  const name = decodeURIComponent(new URL(address).pathname.split('/').pop() ?? '') || 'file';
  if (!fetchUrls) return { kind, name, type: 'application/octet-stream', bytes: Buffer.alloc(0), width: 1, height: 1 };
  const unreachable = badRequest('failed to get HTTP URL content');
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(() => undefined);
  if (!response?.ok) {
    await response?.body?.cancel();
    throw unreachable;
  }
  const content = await response.arrayBuffer().catch(() => undefined);
  if (!content) throw unreachable;
  const bytes = Buffer.from(content);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const picture = imageSize(bytes);
  const fits = kind === 'photo' ? type.startsWith('image/') && picture !== undefined : DOCUMENTS_BY_URL.test(type);
  if (!fits) throw badRequest('wrong type of the web page content');
  if (bytes.length > MAX_BYTES_BY_URL[kind]) throw unreachable;
  if (kind === 'photo' && picture) checkDimensions(picture);
  return { kind, name, type, bytes, width: picture?.width ?? 0, height: picture?.height ?? 0 };
}

const title = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1);
