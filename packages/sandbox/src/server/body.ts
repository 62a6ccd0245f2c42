import type { IncomingMessage } from 'node:http';
import { parseMultipart, type UploadedFile } from './multipart.js';

/** A parsed request body, independent of its encoding. */
export interface RequestBody {
  fields: Record<string, unknown>;
  files: Map<string, UploadedFile>;
}

/** A body that cannot be read: 400 (malformed) or 413 (too large). */
export class BodyError extends Error {
  constructor(
    readonly status: 400 | 413,
    message: string,
  ) {
    super(message);
  }
}

/** Reads the whole request body; rejects with {@link BodyError} 413 beyond `maxBytes`. */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is still read: closing early would reset the connection before the caller reads the answer.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new BodyError(413, 'Request Entity Too Large');
  return Buffer.concat(chunks);
}

/** Parses JSON, urlencoded and multipart bodies by their content type; rejects with {@link BodyError}. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody> {
  const bytes = await readBytes(request, maxBytes);
  const type = request.headers['content-type'] ?? '';
  const files = new Map<string, UploadedFile>();
  if (bytes.length === 0) return { fields: {}, files };
  if (/^multipart\/form-data/i.test(type)) {
    const parts = parseMultipart(bytes, type);
    if (!parts) throw new BodyError(400, "can't parse multipart/form-data");
    return parts;
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { fields: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))), files };
  }
  if (/^application\/json/i.test(type)) {
    try {
      const value: unknown = JSON.parse(bytes.toString('utf8'));
      if (value && typeof value === 'object' && !Array.isArray(value)) {
        return { fields: value as Record<string, unknown>, files };
      }
    } catch {
      // Handled below, like JSON that is no object.
    }
    throw new BodyError(400, "can't parse JSON object");
  }
  return { fields: {}, files };
}
