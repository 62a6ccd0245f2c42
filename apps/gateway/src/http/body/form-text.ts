import { TextDecoder } from 'node:util';
import { HttpError } from '../errors/errors.js';

/** The form parser rejects parts whose headers are longer. */
const MAX_HEADER_BYTES = 16_384;

/** Rejects a content type whose `charset` is not UTF-8. */
export function rejectOtherCharsets(contentType = ''): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) throw notUtf8('charset');
}

/**
 * Checks a form's bytes as they are read: the headers of each part and the texts must be UTF-8, files may contain any bytes. The form
 * parser would replace invalid bytes with U+FFFD, and people would read something other than the agent wrote.
 */
export function formTextCheck(contentType: string): (chunk: Buffer) => void {
  rejectOtherCharsets(contentType);
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const delimiter = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`, 'latin1');
  // The first delimiter is not preceded by a line break.
  let buffered = Buffer.from('\r\n');
  let inside: 'headers' | 'text' | 'bytes' = 'bytes';
  let decoder = utf8();

  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const end = buffered.indexOf(inside === 'headers' ? '\r\n\r\n' : delimiter);
      if (inside === 'headers') {
        if (end < 0 && buffered.length <= MAX_HEADER_BYTES) return;
        inside = end < 0 ? 'bytes' : contentOf(buffered.subarray(0, end));
        decoder = utf8();
        // Keep the line break before the content: it may belong to the next delimiter, and is harmless in a text.
        buffered = buffered.subarray(end < 0 ? 0 : end + 2);
        continue;
      }
      const checked = end < 0 ? Math.max(0, buffered.length - delimiter.length + 1) : end;
      if (inside === 'text') check(decoder, buffered.subarray(0, checked), end >= 0);
      buffered = buffered.subarray(end < 0 ? checked : end + delimiter.length);
      if (end < 0) return;
      inside = 'headers';
    }
  };
}

function contentOf(headers: Buffer): 'text' | 'bytes' {
  check(utf8(), headers, true);
  const text = headers.toString('latin1');
  const type = /^content-type:(.*)$/im.exec(text)?.[1] ?? '';
  // The form parser distinguishes files from texts in the same way.
  const isFile =
    /^content-disposition:.*;\s*filename\*?\s*=/im.test(text) || /^\s*application\/octet-stream/i.test(type);
  if (isFile) return 'bytes';
  rejectOtherCharsets(type);
  return 'text';
}

function utf8(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true });
}

function check(decoder: TextDecoder, bytes: Buffer, isEnd: boolean): void {
  try {
    decoder.decode(bytes, { stream: !isEnd });
  } catch {
    throw notUtf8('form');
  }
}

function notUtf8(what: 'charset' | 'form'): HttpError {
  return new HttpError(400, {
    detail:
      what === 'charset'
        ? 'The charset is not supported: send UTF-8.'
        : 'The form is not UTF-8: only the content of a file may be in another encoding.',
  });
}
