import { Transform } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { FileTooLarge } from '../media/spool.js';
import type { HeldAttachment, Media } from '../media/media.js';
import { HttpError } from './errors.js';
import { formTextCheck } from './form-text.js';

/** The most bytes of all that a form holds beside the file: several times what its fields may have. */
const FIELDS_BYTES = 262_144;

const limits = {
  fieldNameSize: 100,
  fieldSize: 65_536,
  fields: 30,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
  files: 1,
  parts: 31,
  headerPairs: 20,
};

/** A form as it was sent. */
export interface Form {
  /** A list where a field that takes one was given in several parts. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The caller removes it. */
  readonly file: HeldAttachment | null;
}

/** Whether a request's body is a form. */
export function isForm(request: Request): boolean {
  return /^multipart\/form-data *(;|$)/i.test(request.headers['content-type'] ?? '');
}

/** Reads a `multipart/form-data` body: texts, and the part `file`, which is written to the spool as it comes in. Throws `HttpError`. */
export async function readForm(request: Request, media: Media): Promise<Form> {
  const most = media.maxBytes + FIELDS_BYTES;
  const tooLarge = () => new HttpError(413, { detail: `The file is larger than ${media.limit}.` });
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();

  const received: Promise<HeldAttachment>[] = [];
  let nameless = false;
  const parse = multer({
    storage: {
      _handleFile(_request, { stream, originalname, mimetype }, done) {
        const taken = media.fromUpload(stream, { filename: originalname, contentType: mimetype });
        received.push(taken);
        taken.then(({ attachment }) => done(null, { size: attachment.size }), done);
      },
      _removeFile: (_request, _file, done) => done(null),
    },
    limits: { ...limits, fileSize: media.maxBytes },
    defParamCharset: 'utf8',
    streamHandler(source: Transform, parser: NodeJS.WritableStream) {
      // multer passes over a file without a name; a question must not go out without its attachment.
      parser.on('file', (_name: string, stream: NodeJS.ReadableStream, { filename }: { filename?: string }) => {
        if (!filename) stream.on('data', () => (nameless = true));
      });
      source.pipe(parser);
    },
  } as multer.Options).single('file');

  const source = limited(request, most, tooLarge);
  try {
    await new Promise<void>((resolve, reject) => {
      parse(source as unknown as Request, {} as Response, (error?: unknown) =>
        error instanceof Error ? reject(error) : resolve(),
      );
    });
    if (nameless) throw wrong('file', 'has no name: give its part a filename');
    const fields = texts((source as unknown as Request).body);
    return { fields, file: (await received[0]) ?? null };
  } catch (error) {
    await Promise.all(
      received.map((taken) =>
        taken.then(
          (file) => file.remove(),
          () => {},
        ),
      ),
    );
    throw explained(error, tooLarge);
  }
}

/** The body up to `most` bytes, its texts in UTF-8. multer would read a refused body to its end, however long: this ends it. */
function limited(request: Request, most: number, tooLarge: () => Error): Transform {
  let size = 0;
  const checkText = formTextCheck(request.headers['content-type'] ?? '');
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) return done(tooLarge());
      try {
        checkText(chunk);
      } catch (error) {
        return done(error as Error);
      }
      done(null, chunk);
    },
  });
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The client has gone'));
  });
  return request.pipe(Object.assign(body, { headers: request.headers }));
}

function texts(body: Record<string, unknown>): Form['fields'] {
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== 'string' && name !== 'options')
      throw wrong(name, 'was given more than once: send one part for it');
    if (name === 'file')
      throw wrong(name, 'must be a file: give its part a filename, such as file=@plan.pdf with curl -F');
  }
  return body as Form['fields'];
}

const readers: Readonly<Record<string, { read: (text: string) => unknown; expected: string }>> = {
  options: {
    read: labels,
    expected: 'a JSON array of strings, such as ["Yes","No"], where it begins with [',
  },
  allow_text: { read: flag, expected: 'true or false' },
  notify_on_expiry: { read: flag, expected: 'true or false' },
  ttl_sec: {
    read: (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined),
    expected: 'a number of seconds',
  },
};

/** A form's texts as the fields of a JSON body; an empty text counts as left out. Throws `HttpError` 400 for what cannot be read. */
export function bodyOfForm(fields: Form['fields']): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, text]) => text !== '');
  return Object.fromEntries(
    given.map(([name, text]) => {
      if (typeof text !== 'string') return [name, text.map(typedText)];
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
      const value = reader ? reader.read(text) : typedText(text);
      if (value === undefined) throw wrong(name, `must be ${reader?.expected}`);
      return [name, value];
    }),
  );
}

/** A form's line ends are CR LF on the wire, whatever was typed. */
function typedText(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Of a single part: a JSON array, or one label. */
function labels(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return [typedText(text)];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Also `True`: some languages write a form's booleans so by themselves. */
function flag(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function wrong(name: string, message: string): HttpError {
  return new HttpError(400, { detail: `${name} ${message}.`, issues: [{ path: [name], message, code: 'custom' }] });
}

function explained(error: unknown, tooLarge: () => HttpError): unknown {
  if (error instanceof FileTooLarge) return tooLarge();
  if (error instanceof multer.MulterError)
    return error.code === 'LIMIT_FILE_SIZE' ? tooLarge() : new HttpError(400, { detail: sentenceOf(error) });
  const isOurs =
    error instanceof Error && (error.name === 'Refusal' || error.name === 'HttpError' || 'syscall' in error);
  // What is left are the parser's plain errors.
  return isOurs
    ? error
    : new HttpError(400, {
        detail: 'The multipart body is malformed or ends too early: check its boundary, and send it whole.',
      });
}

function sentenceOf({ code, field, message }: multer.MulterError): string {
  // Newer than the types of multer.
  switch (code as string) {
    case 'LIMIT_UNEXPECTED_FILE':
      return `The file ${JSON.stringify(field)} is not known here: the attachment's part is called file, such as file=@plan.pdf with curl -F.`;
    case 'LIMIT_FILE_COUNT':
      return 'Only one file can be attached to a prompt.';
    case 'LIMIT_FIELD_NESTING':
      return `${JSON.stringify(field)} is not known here: names hold no brackets; send options as ["Yes","No"], or a part called options for each label.`;
    case 'LIMIT_FIELD_VALUE':
      return `${field} is longer than ${limits.fieldSize} bytes.`;
    default:
      return `The form cannot be taken: ${message.toLowerCase()}.`;
  }
}
