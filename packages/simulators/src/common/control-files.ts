import { ControlError, type PersonFile } from '@gateway/sandbox/server';
import type { ControlInput } from './control.js';

/** The files of a control route: each a `name`, a `type` and its bytes as `base64`. */
export function filesInput({ files }: ControlInput): PersonFile[] {
  if (!Array.isArray(files) || files.length === 0)
    throw new ControlError('files must be a list with at least one file');
  return (files as Record<string, unknown>[]).map(({ name, type, base64 }) => {
    if (typeof name !== 'string' || typeof type !== 'string' || typeof base64 !== 'string')
      throw new ControlError('A file needs a name, a type and base64');
    return { name, type, bytes: Buffer.from(base64, 'base64') };
  });
}
