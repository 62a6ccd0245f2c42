import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { FileTooLarge } from '../../media/spool.js';
import type { HeldAttachment } from '@gateway/core';
import type { Media } from '../../media/media.js';
import { noteCorrelation } from '../entry/request-log.js';
import { HttpError } from '../errors/errors.js';
import { formTextCheck } from './form-text.js';
import { rejectAmbiguousJson } from './read-body.js';

/** Bytes of a form without its file: several times what its fields may have. */
const MAX_FIELDS_BYTES = 262_144;

const limits = {
  fieldNameSize: 100,
  fieldSize: 262_144,
  fields: 30,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
  files: 1,
  parts: 31,
  headerPairs: 20,
};

/** A form as received. */
export interface Form {
  /** A list when a field was sent in several parts. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The caller removes it. */
  readonly file: HeldAttachment | null;
}

/** Reads a `multipart/form-data` body: text fields, and the part `file`, which is streamed to the spool. Throws `HttpError`. */
export async function readForm(request: IncomingMessage, response: ServerResponse, media: Media): Promise<Form> {
  const maxBytes = media.maxBytes + MAX_FIELDS_BYTES;
  const tooLarge = () => new HttpError(413, { detail: `The file is larger than ${media.limit}.` });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();

  const received: Promise<HeldAttachment>[] = [];
  let hasUnnamedFile = false;
  const parse = multer({
    storage: {
      _handleFile(_request, { stream, originalname, mimetype }, done) {
        const spooled = media.fromUpload(stream, { filename: originalname, contentType: mimetype });
        received.push(spooled);
        spooled.then(({ attachment }) => done(null, { size: attachment.size }), done);
      },
      _removeFile: (_request, _file, done) => done(null),
    },
    limits: { ...limits, fileSize: media.maxBytes },
    defParamCharset: 'utf8',
    streamHandler(source: Transform, parser: NodeJS.WritableStream) {
      // multer skips a file without a name, but a prompt must not be posted without its attachment.
      parser.on('file', (_name: string, stream: NodeJS.ReadableStream, { filename }: { filename?: string }) => {
        if (!filename) stream.on('data', () => (hasUnnamedFile = true));
      });
      source.pipe(parser);
    },
  } as multer.Options).single('file');

  const source = limited(request, maxBytes, tooLarge);
  try {
    await new Promise<void>((resolve, reject) => {
      parse(source as unknown as Request, {} as Response, (error?: unknown) =>
        error instanceof Error ? reject(error) : resolve(),
      );
    });
    if (hasUnnamedFile) throw wrong('file', 'has no name: give its part a filename');
    const fields = texts((source as unknown as Request).body);
    return { fields, file: (await received[0]) ?? null };
  } catch (error) {
    await Promise.all(
      received.map((spooled) =>
        spooled.then(
          (file) => file.remove(),
          () => {},
        ),
      ),
    );
    throw toHttpError(error, tooLarge);
  } finally {
    // Also of a form that is rejected.
    noteCorrelation(response, (source as unknown as Request).body);
  }
}

/** The body, ended with an error beyond `maxBytes` or at invalid UTF-8. multer would read a rejected body to its end. */
function limited(request: IncomingMessage, maxBytes: number, tooLarge: () => Error): Transform {
  let size = 0;
  const checkText = formTextCheck(request.headers['content-type'] ?? '');
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(tooLarge());
      try {
        checkText(chunk);
      } catch (error) {
        return done(error as Error);
      }
      done(null, chunk);
    },
  });
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The client disconnected'));
  });
  return request.pipe(Object.assign(body, { headers: request.headers }));
}

function texts(body: Record<string, unknown>): Form['fields'] {
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string' && name !== 'options')
      throw wrong(name, 'was sent more than once: send one part for it');
    if (name === 'file')
      throw wrong(name, 'must be a file: give its part a filename, such as file=@plan.pdf with curl -F');
  }
  return body as Form['fields'];
}

const seconds = {
  read: (text: string) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined),
  expected: 'a number of seconds',
};
const jsonObject = { read: json, expected: 'a JSON object' };
const jsonArray = { read: json, expected: 'a JSON array' };

const readers: Readonly<Record<string, { read: (text: string) => unknown; expected: string; exactJson?: true }>> = {
  options: { read: array, expected: 'a JSON array of strings, such as ["Yes","No"], or one part for each label' },
  allow_text: { read: flag, expected: 'true or false' },
  allow_attachments: { read: flag, expected: 'true or false' },
  notify_on_expiry: { read: flag, expected: 'true or false' },
  collapse: { read: flag, expected: 'true or false' },
  ttl_sec: seconds,
  reason_wait_sec: seconds,
  action: { ...jsonObject, exactJson: true },
  approving_options: jsonArray,
  consume_within_sec: seconds,
  labels: jsonObject,
  requested_by: jsonObject,
  decisions: jsonArray,
  approvers: jsonArray,
  channels: jsonArray,
};

/** Converts a form's texts to the fields of a JSON body. An empty text counts as left out. Throws `HttpError` 400. */
export function bodyOfForm(fields: Form['fields']): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, text]) => text !== '');
  return Object.fromEntries(
    given.map(([name, text]) => {
      if (typeof text !== 'string') return [name, text.map(typedText)];
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
      const value = reader ? reader.read(text) : typedText(text);
      if (value === undefined) throw wrong(name, `must be ${reader?.expected}`);
      if (reader?.exactJson) rejectAmbiguousJson(text, [], [name]);
      return [name, value];
    }),
  );
}

/** Forms send line breaks as CR LF. */
function typedText(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function array(text: string): unknown[] | undefined {
  const value = json(text);
  return Array.isArray(value) ? value : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Accepts `True` too: some languages write booleans so. */
function flag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function wrong(name: string, message: string): HttpError {
  return new HttpError(400, { detail: `${name} ${message}.`, issues: [{ path: [name], message, code: 'custom' }] });
}

function toHttpError(error: unknown, tooLarge: () => HttpError): unknown {
  if (error instanceof FileTooLarge) return tooLarge();
  if (error instanceof multer.MulterError)
    return error.code === 'LIMIT_FILE_SIZE' ? tooLarge() : new HttpError(400, { detail: sentenceOf(error) });
  const isOurs =
    error instanceof Error && (error.name === 'Refusal' || error.name === 'HttpError' || 'syscall' in error);
  // All other errors come from the form parser.
  return isOurs
    ? error
    : new HttpError(400, {
        detail: 'The multipart body is malformed or ends too early: check its boundary, and send it whole.',
      });
}

function sentenceOf({ code, field, message }: multer.MulterError): string {
  // These codes are newer than the types of multer.
  switch (code as string) {
    case 'LIMIT_UNEXPECTED_FILE':
      return `The file ${JSON.stringify(field)} is unknown: name the attachment's part file, such as file=@plan.pdf with curl -F.`;
    case 'LIMIT_FILE_COUNT':
      return 'Only one file can be attached to a prompt.';
    case 'LIMIT_FIELD_NESTING':
      return `${JSON.stringify(field)} is unknown: names have no brackets. Send options as ["Yes","No"], or one part named options for each label.`;
    case 'LIMIT_FIELD_VALUE':
      return `${field} is longer than ${limits.fieldSize} bytes.`;
    default:
      return `The form cannot be accepted: ${message.toLowerCase()}.`;
  }
}
