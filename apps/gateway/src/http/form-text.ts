import { TextDecoder } from 'node:util';
import { HttpError } from './errors.js';

/** Longer headers of a part are the form parser's to refuse. */
const HEADERS_BYTES = 16_384;

/** Refuses a content type whose `charset` is not UTF-8: decoding by another one is a guess at what people shall read. */
export function rejectOtherCharsets(contentType = ''): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) throw notUtf8('charset');
}

/**
 * Looks at a form's bytes as they pass by: the headers of every part and the texts must be UTF-8. The form's parser would put U+FFFD in
 * place of what is broken, and a person would be asked something else than the agent wrote. Files may hold any bytes.
 */
export function formTextCheck(contentType: string): (chunk: Buffer) => void {
  rejectOtherCharsets(contentType);
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType);
  const delimiter = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`, 'latin1');
  // The first delimiter has no line before it.
  let held = Buffer.from('\r\n');
  let within: 'headers' | 'text' | 'bytes' = 'bytes';
  let decoder = utf8();

  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(within === 'headers' ? '\r\n\r\n' : delimiter);
      if (within === 'headers') {
        if (end < 0 && held.length <= HEADERS_BYTES) return;
        within = end < 0 ? 'bytes' : contentOf(held.subarray(0, end));
        decoder = utf8();
        // The line end before the content stays: it may be the delimiter's, and in a text it does no harm.
        held = held.subarray(end < 0 ? 0 : end + 2);
        continue;
      }
      const passed = end < 0 ? Math.max(0, held.length - delimiter.length + 1) : end;
      if (within === 'text') check(decoder, held.subarray(0, passed), end >= 0);
      held = held.subarray(end < 0 ? passed : end + delimiter.length);
      if (end < 0) return;
      within = 'headers';
    }
  };
}

function contentOf(headers: Buffer): 'text' | 'bytes' {
  check(utf8(), headers, true);
  const text = headers.toString('latin1');
  const type = /^content-type:(.*)$/im.exec(text)?.[1] ?? '';
  // As the form's parser tells files from texts.
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
        : 'The form is not UTF-8: only the bytes of a file may be anything else.',
  });
}
