import type { IncomingMessage, ServerResponse } from 'node:http';
import { note, noteCorrelation } from '../entry/request-log.js';
import { hasBody } from './stalled-body.js';

/** Bytes of a body that are searched. Questions are shorter, and callers without a key can make the gateway keep that much. */
const MAX_SEARCHED_BYTES = 65_536;

/** The head of the part of a form that is the correlation id. */
const fieldHead = /^Content-Disposition: ?form-data; ?name="?correlation_id"?\r$/im;

/**
 * Finds the correlation id in the body of a request that is refused before anything has read it, such as one without a valid key. The
 * response does not wait for it, but the request's log line does. Call it before the response is sent. The body is found when it is
 * JSON of at most 64 kB, or in the first 64 kB of a form.
 */
export function searchUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, method } = request;
  if (method !== 'POST' || request.destroyed || request.readableDidRead || !hasBody(request)) return;
  if (headers['content-encoding'] !== undefined) return;
  const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
  if (!isForm && Number(headers['content-length'] ?? 0) > MAX_SEARCHED_BYTES) return;

  const chunks: Buffer[] = [];
  let size = 0;
  const searched = new Promise<void>((resolve) => {
    const end = () => {
      request.off('data', keep).off('end', end).off('close', end);
      const text = Buffer.concat(chunks.splice(0)).toString();
      noteCorrelation(response, isForm ? { correlation_id: fieldOf(text) } : valueOf(text));
      resolve();
    };
    const keep = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_SEARCHED_BYTES) end();
    };
    request.on('data', keep).once('end', end).once('close', end);
  });
  note(response, { searched });
}

/** The text of the field in a form, between the empty line after its head and the end of the line. */
function fieldOf(form: string): string | undefined {
  const head = form.search(fieldHead);
  const begin = head === -1 ? -1 : form.indexOf('\r\n\r\n', head);
  const end = begin === -1 ? -1 : form.indexOf('\r\n', begin + 4);
  return end === -1 ? undefined : form.slice(begin + 4, end);
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
