import { badRequest } from '../errors.js';
import type { Method } from './method.js';

/** Bots can download files of up to 20 MB. Source: https://core.telegram.org/bots/api#getfile */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

export const getFile: Method = ({ state, params }) => {
  const file = state.files.get(params.text('file_id'));
  if (!file) throw badRequest('invalid file_id');
  if (file.bytes.length > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big');
  return {
    file_id: file.file_id,
    file_unique_id: file.file_unique_id,
    file_size: file.bytes.length,
    file_path: `${file.kind}s/${file.file_id}`,
  };
};
