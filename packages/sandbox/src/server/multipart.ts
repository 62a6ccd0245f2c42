/** One uploaded file of a multipart body. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * Splits a multipart/form-data body; null when it is malformed.
 * File names may be unquoted: official SDKs send them so.
 */
export function parseMultipart(
  body: Buffer,
  contentType: string,
): { fields: Record<string, unknown>; files: Map<string, UploadedFile> } | null {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (!boundary) return null;
  const delimiter = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const fields: Record<string, unknown> = {};
  const files = new Map<string, UploadedFile>();
  let at = body.indexOf(delimiter);
  if (at < 0) return null;
  for (;;) {
    const start = at + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return { fields, files };
    at = body.indexOf(delimiter, start);
    if (at < 0) return null;
    const part = body.subarray(start + 2, at - 2);
    const split = part.indexOf('\r\n\r\n');
    if (split < 0) return null;
    const head = part.toString('utf8', 0, split);
    const bytes = part.subarray(split + 4);
    const disposition = /^content-disposition:([^\r\n]*)/im.exec(head)?.[1] ?? '';
    const name = /[;\s]name=(?:"([^"]*)"|([^;]*))/i.exec(disposition);
    if (!name) return null;
    const key = name[1] ?? name[2] ?? '';
    const file = /[;\s]filename=(?:"([^"]*)"|([^\r\n]*))/i.exec(head);
    if (file) {
      const type = /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1]?.trim() ?? 'application/octet-stream';
      files.set(key, { name: file[1] ?? file[2] ?? key, type, bytes });
    } else {
      fields[key] = bytes.toString('utf8');
    }
  }
}
