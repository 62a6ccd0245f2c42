import type { UploadedFile } from '@gateway/sandbox/server';
import { GraphError } from '../errors.js';
import { textIn, type Fields } from '../values.js';
import type { WhatsAppState } from './state.js';

const TYPES = /^(image\/(jpeg|png|webp)|video\/(mp4|3gpp)|audio\/|text\/plain|application\/)/;

/** Stores an uploaded file and returns its id, as `POST /<phone number id>/media`. */
export function acceptUpload(
  state: WhatsAppState,
  fields: Fields,
  files: ReadonlyMap<string, UploadedFile>,
): { id: string } {
  if (textIn(fields, 'messaging_product') !== 'whatsapp') {
    throw new GraphError(400, { message: '(#100) The parameter messaging_product is required.', code: 100 });
  }
  const file = files.get('file');
  if (!file) throw new GraphError(400, { message: '(#100) The parameter file is required.', code: 100 });
  if (!TYPES.test(file.type)) {
    throw new GraphError(400, {
      message: `(#100) Param file must be a file with one of the following types: audio/aac, …, image/jpeg, image/png. Received file of type '${file.type}'.`,
      code: 100,
    });
  }
  const id = String(1_000_000_000_000_000 + state.media.size);
  state.media.set(id, { type: file.type, name: file.name, size: file.bytes.length });
  return { id };
}
