import { badRequest } from '../errors.js';
import type { Method } from './method.js';

export const getFile: Method = ({ state, params }) => {
  const file = state.files.get(params.text('file_id'));
  if (!file) throw badRequest('invalid file_id');
  return {
    file_id: file.file_id,
    file_unique_id: file.file_unique_id,
    file_size: file.bytes.length,
    file_path: `${file.kind}s/${file.file_id}`,
  };
};
