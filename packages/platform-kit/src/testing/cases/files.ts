import { randomBytes } from 'node:crypto';
import { isPlatformError } from '../../errors.js';
import type { InboundFile } from '../../events.js';
import { check, described, resultOf, shown, waitFor } from '../check.js';
import type { Opened, Rig, SentFile } from '../rig.js';
import type { TestConnection } from '../test-connection.js';
import { limitMs } from '../until.js';
import { mostChoices, questionFor, type Define, type SuiteContext } from './context.js';
import { stored } from './events.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const report: SentFile = { name: 'report.txt', type: 'text/plain', bytes: bytesOf('All is well.') };
const list: SentFile = { name: 'list.csv', type: 'text/csv', bytes: bytesOf('a,b\n1,2\n') };
/** Larger than what sockets and streams buffer. */
const LARGE_BYTES = 3 * 1024 * 1024;
const large = (): SentFile => ({ name: 'data.bin', type: 'application/octet-stream', bytes: randomBytes(LARGE_BYTES) });
/** Milliseconds within which an aborted signal ends a download. */
const ABORT_MS = 5000;

/** Tests of the files that people send. They need `send` of the rig. */
export function defineFiles(define: Define, { platform, open }: SuiteContext): void {
  async function opened(): Promise<Opened & { readonly send: NonNullable<Rig['send']> }> {
    const { rig, host } = await open();
    check(rig.send !== undefined, {
      expected: 'a rig with the action `send`',
      got: 'none',
      cause: 'the manifest declares capabilities.inboundFiles, and the rig cannot send files yet',
    });
    await host.start();
    return { rig, host, send: async (...sent) => await rig.send?.(...sent) };
  }

  define('delivers files with a text in the order of the message, with their names and sizes', async () => {
    const { rig, host, send } = await opened();
    const posted = await host.connection.sendPrompt(questionFor(platform, rig, Math.min(1, mostChoices(platform))));
    await send([report, list], 'Both files', posted.messageId);
    await received(host, 2);
    const [first] = host.stored;
    check(first?.kind === 'text' && first.text === 'Both files' && first.replyTo === posted.messageId, {
      expected: `a text event with the text “Both files” and replyTo "${posted.messageId}"`,
      got: shown(first),
      cause: 'the text of a message with files, or what it replies to, is read from other fields than that of a text',
    });
    checkFiles(filesOf(host), [report, list]);
  });

  define('delivers a file without a text as another event than a text', async () => {
    const { host, send } = await opened();
    await send([report]);
    await received(host, 1);
    const [event] = host.stored;
    check(event?.kind === 'other' && host.stored.length === 1, {
      expected: 'one event of the kind "other"',
      got: shown(host.stored),
      cause: 'the event of a file without a text has an empty text, or the file has an event of its own',
    });
    checkFiles(filesOf(host), [report]);
  });

  define('reads the exact bytes of files, also of 3 MB', async () => {
    const { host, send } = await opened();
    const sent = [report, large()];
    for (const file of sent) await send([file]);
    await received(host, 2);
    for (const [index, { name, bytes }] of sent.entries()) {
      const got = await readAll(filesOf(host)[index] as InboundFile, new AbortController().signal);
      check(Buffer.compare(got, bytes) === 0, {
        expected: `the ${bytes.length} bytes of ${name}`,
        got: `${got.length} bytes, which begin with ${shown(got.subarray(0, 40).toString('latin1'))}`,
        cause: 'the bytes are decoded as a text, or the answer is a description of the file or a page to sign in',
      });
    }
  });

  define('stops reading a file when the signal aborts, with a PlatformError', async () => {
    const { host, send } = await opened();
    await send([large()]);
    await received(host, 1);
    const [file] = filesOf(host) as [InboundFile];
    const before = await within(resultOf(file.read(AbortSignal.abort())), 'with a signal that was aborted before');
    checkRefused(before, 'read with a signal that was aborted before');
    const abort = new AbortController();
    const chunks = await file.read(abort.signal);
    const reading = resultOf(
      (async () => {
        for await (const _ of chunks) abort.abort();
      })(),
    );
    checkRefused(await within(reading, 'after the first bytes'), 'the iteration when the signal aborts');
  });

  define('rejects with a PlatformError when a file cannot be downloaded', async () => {
    const { rig, host, send } = await opened();
    await send([report]);
    await received(host, 1);
    const [file] = filesOf(host) as [InboundFile];
    await rig.close();
    checkRefused(await resultOf(readAll(file, AbortSignal.timeout(limitMs(ABORT_MS)))), 'reading without the platform');
  });

  define('gives a redelivered event with a file the same id', async () => {
    const { rig, host, send } = await opened();
    await send([report], 'once');
    await received(host, 1);
    await rig.redeliver();
    await stored(host, 2, 'the redelivered file');
    const [first, second] = host.stored;
    check(shown(first) === shown(second), {
      expected: `the same event twice: ${shown(first)}`,
      got: shown(second),
      cause: 'id is made by the adapter, or a field has the time of the delivery',
    });
  });
}

/** The files of the stored events, in order. */
function filesOf({ stored }: TestConnection): InboundFile[] {
  return stored.flatMap((event) => ((event.kind === 'text' || event.kind === 'other') && event.files) || []);
}

async function received(host: TestConnection, count: number): Promise<void> {
  await waitFor(
    () => filesOf(host).length >= count,
    () => ({
      expected: `${count} ${count === 1 ? 'file' : 'files'} to be delivered`,
      got: `${filesOf(host).length} in ${shown(host.stored)}`,
      cause: 'the adapter leaves out messages without a text, or reads no files from its events',
    }),
  );
}

function checkFiles(got: readonly InboundFile[], sent: readonly SentFile[]): void {
  const isSent = ({ name, size }: InboundFile, index: number) =>
    (name === null || name === sent[index]?.name) && (size === null || size === sent[index]?.bytes.length);
  check(got.length === sent.length && got.every(isSent), {
    expected: `the files ${shown(sent.map(({ name, bytes }) => ({ name, size: bytes.length })))}, or null for what the platform does not tell`,
    got: shown(got.map(({ name, size }) => ({ name, size }))),
    cause: 'the files are in another order, or a thumbnail, the caption or the unit of the size is taken for the file',
  });
}

async function readAll(file: InboundFile, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.read(signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function checkRefused(result: { readonly error: unknown } | { readonly value: unknown }, what: string): void {
  check('error' in result && isPlatformError(result.error), {
    expected: `${what} to reject with a PlatformError`,
    got: described(result),
    cause: 'errors of the download are not converted, or the signal is not passed on; fetchFile does both',
  });
}

async function within<T>(result: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), limitMs(ABORT_MS))));
  const first = await Promise.race([result.then((value) => ({ value })), late]);
  clearTimeout(timer);
  check(first !== null, {
    expected: `reading to end within ${ABORT_MS} ms ${what}`,
    got: 'a download that goes on',
    cause: 'the signal is not passed to the request',
  });
  return (first as { value: T }).value;
}
