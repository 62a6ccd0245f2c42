import type { RequestBody } from '../server/body.js';
import type { UploadedFile } from '../server/multipart.js';
import { badRequest } from './errors.js';

/** The parameters of a call, read alike from JSON, query string and form fields. */
export interface Params {
  /** '' when absent. */
  text(name: string): string;
  integer(name: string): number | undefined;
  flag(name: string): boolean;
  /** A JSON object or array, possibly sent as a string; undefined when absent. Throws `complaint` when it is not JSON. */
  json(name: string, complaint?: string): unknown;
  /** A file with this field name or referred to by `attach://`; a string is a URL or a file_id. */
  file(name: string): UploadedFile | string | undefined;
}

export function createParams({ fields, files }: RequestBody): Params {
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  return {
    text,
    integer: (name) => {
      const value = text(name).trim();
      return /^-?\d+$/.test(value) ? Number(value) : undefined;
    },
    flag: (name) => fields[name] === true || /^(true|1|yes)$/i.test(text(name)),
    json: (name, complaint = `can't parse ${name} JSON object`) => {
      const value = fields[name];
      if (value === undefined || value === null || value === '') return undefined;
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        throw badRequest(complaint);
      }
    },
    file: (name) => {
      const direct = files.get(name);
      if (direct) return direct;
      const value = text(name);
      if (!value.startsWith('attach://')) return value === '' ? undefined : value;
      return files.get(value.slice('attach://'.length));
    },
  };
}
