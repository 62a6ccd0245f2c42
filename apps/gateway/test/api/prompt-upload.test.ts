import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import pino from 'pino';
import { findPlatforms } from '../../src/platforms/find-platforms.js';
import { sqlite } from '../harness/engines.js';
import { registerChannel, startTelegram, startTestGateway, type Reply } from '../harness/gateway.js';
import { until } from '../harness/until.js';
import { startOnce } from '../harness/shared.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

async function setUp(env: Record<string, string> = {}) {
  const { telegram, env: platform } = await startTelegram();
  const database = await sqlite.empty();
  const gateway = await startTestGateway({ env: { ...database, ...platform, ...env } });
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const spool = path.join(database.DATA_DIR as string, 'spool');
  return {
    telegram,
    gateway,
    ada,
    spooled: () => readdir(spool),
    message: () => telegram.messages({ chat: ada }).at(-1),
    send: (body: unknown, headers: Record<string, string> = {}) =>
      gateway.request('POST', '/v1/prompts/new', { body, headers }),
    recordOf: async (reply: Reply) =>
      (await gateway.request('GET', `/v1/prompts/${reply.json.prompt_id.slice(1)}`)).json,
    prompts: async () => (await gateway.request('GET', '/v1/prompts?state=all')).json,
  };
}

function form(fields: Record<string, string>, file?: { bytes: Uint8Array; name?: string; type?: string }): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ channel_id: 'approvals', text: 'Well?', ...fields }))
    data.append(name, value);
  if (file) data.append('file', new Blob([file.bytes], { type: file.type ?? '' }), file.name ?? 'file.bin');
  return data;
}

/** A multipart body from parts of header lines and content. */
function parts(...given: readonly (readonly [string, string | Uint8Array])[]): Buffer {
  const chunks = given.flatMap(([head, content]) => [`--b\r\n${head}\r\n\r\n`, content, '\r\n']);
  return Buffer.concat([...chunks, '--b--\r\n'].map((chunk) => Buffer.from(chunk as string)));
}
const byHand = { 'content-type': 'multipart/form-data; boundary=b' };
const basics = [
  ['content-disposition: form-data; name="channel_id"', 'approvals'],
  ['content-disposition: form-data; name="text"', 'Well?'],
] as const;

describe('a prompt with an uploaded file', () => {
  const shared = startOnce(setUp);

  it('posts an image as a photo with the text and buttons below', async () => {
    const { send, message, recordOf, spooled } = await setUp();
    const reply = await send(form({ options: '["Yes","No"]' }, { bytes: png, name: 'chart.png', type: 'image/png' }));
    expect(reply).toMatchObject({ status: 200, json: { prompt_id: '#1', channel_id: 'approvals' } });
    expect(message()).toMatchObject({
      photo: [{ width: 1, height: 1, file_size: png.length }],
      caption: 'Well?',
      reply_markup: { inline_keyboard: [[{ text: 'Yes' }], [{ text: 'No' }]] },
    });
    expect(await recordOf(reply)).toMatchObject({ state: 'pending', media_url: null, options: ['Yes', 'No'] });
    expect(await spooled()).toEqual([]);
  });

  it('posts any other file as a document, complete and under its name', async () => {
    const { telegram, send, message, spooled } = await setUp();
    expect((await send(form({}, { bytes: pdf, name: 'отчёт "7".pdf', type: 'application/pdf' }))).status).toBe(200);
    expect(message()?.document).toMatchObject({ file_name: 'отчёт _7_.pdf', file_size: pdf.length });
    const stored = await fetch(`${telegram.url}/file/bot${telegram.token}/documents/${message()?.document?.file_id}`);
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(pdf);
    expect(await spooled()).toEqual([]);
  });

  it('detects an image without a declared type', async () => {
    const { send, message } = await setUp();
    expect(
      (await send(parts(...basics, ['content-disposition: form-data; name="file"; filename="chart"', png]), byHand))
        .status,
    ).toBe(200);
    expect(message()?.photo).toBeDefined();
  });

  it('trusts the bytes and not the declared type', async () => {
    const { telegram, send, message } = await setUp();
    await send(form({}, { bytes: png, name: 'notes.txt', type: 'text/plain' }));
    expect(message()?.photo).toBeDefined();
    await send(form({}, { bytes: pdf, name: 'chart.png', type: 'image/png' }));
    expect(message()?.document).toMatchObject({ file_name: 'chart.png' });
    expect(telegram.calls({ method: 'sendPhoto' })).toHaveLength(1);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.txt', 'plan.txt'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['\u200e', 'file'],
    [`${'ü'.repeat(200)}.txt`, `${'ü'.repeat(125)}.txt`],
  ])('shows the file name %s as %s', async (name, shown) => {
    const { send, message } = shared();
    const escaped = name.replaceAll('\\', '\\\\');
    const reply = await send(
      parts(...basics, [
        `content-disposition: form-data; name="file"; filename="${escaped}"\r\ncontent-type: text/plain`,
        'hello',
      ]),
      byHand,
    );
    expect(reply.status).toBe(200);
    expect(message()?.document?.file_name).toBe(shown);
  });

  it('uploads the whole file again after a rate limit', async () => {
    const { telegram, send, message, spooled } = await setUp();
    telegram.failNext('sendDocument', {
      error: { code: 429, description: 'Too Many Requests: retry after 0', parameters: { retry_after: 0 } },
      times: 2,
    });
    expect((await send(form({}, { bytes: pdf, name: 'a.pdf' }))).status).toBe(200);
    expect(telegram.calls({ method: 'sendDocument' })).toHaveLength(3);
    expect(message()?.document?.file_size).toBe(pdf.length);
    expect(await spooled()).toEqual([]);
  });

  it('leaves no prompt and no file when the platform refuses', async () => {
    const { telegram, ada, send, prompts, spooled } = await setUp();
    telegram.blockBot(ada);
    const refused = await send(form({}, { bytes: pdf }));
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining('blocked') } });
    expect(await prompts()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  it('is posted once with an Idempotency-Key, which covers the file', async () => {
    const { telegram, ada, send, spooled } = await setUp();
    const key = { 'idempotency-key': 'order-7' };
    const first = await send(form({}, { bytes: pdf, name: 'a.pdf' }), key);
    const again = await send(form({}, { bytes: pdf, name: 'a.pdf' }), key);
    expect(again).toMatchObject({ status: 200, json: first.json });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (const other of [form({}, { bytes: png, name: 'a.pdf' }), form({}, { bytes: pdf, name: 'b.pdf' }), form({})]) {
      expect((await send(other, key)).status).toBe(422);
    }
    expect(telegram.messages({ chat: ada })).toHaveLength(1);
    expect(await spooled()).toEqual([]);
  });

  it('is rejected on a platform that accepts neither files nor addresses', async () => {
    const { send, prompts, spooled } = await setUp();
    const media =
      (await (await findPlatforms([], pino({ level: 'silent' }))).load('telegram'))?.capabilities.media ?? {};
    Object.assign(media, { url: false, bytes: false });
    onTestFinished(() => void Object.assign(media, { url: true, bytes: true }));
    expect(await send(form({}, { bytes: png }))).toMatchObject({
      status: 400,
      json: { detail: "Telegram takes no files: give the attachment's address as media_url." },
    });
    expect(await prompts()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  it('accepts one source of media', async () => {
    const { send, prompts, spooled } = await setUp();
    for (const [name, value] of Object.entries({ media_url: 'http://127.0.0.1:9/a.png', media_path: 'a.png' })) {
      expect(await send(form({ [name]: value }, { bytes: png }))).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining('one media source') },
      });
    }
    expect(await send(form({ media_url: 'http://127.0.0.1:9/a.png', media_path: 'a.png' }))).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('one media source') },
    });
    expect(await prompts()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });
});

describe('an invalid form', () => {
  const shared = startOnce(setUp);

  const file = (name: string, content: string | Uint8Array = 'hello') =>
    [`content-disposition: form-data; name="${name}"; filename="a.txt"\r\ncontent-type: text/plain`, content] as const;
  const field = (name: string, content: string) => [`content-disposition: form-data; name="${name}"`, content] as const;

  it.each([
    ['two files', [file('file'), file('file')], 'Only one file'],
    ['two files with different names', [file('file'), file('other')], 'Only one file'],
    ['a file with an unknown name', [file('attachment')], 'The file "attachment" is unknown'],
    ['an empty file', [file('file', '')], 'The file is empty'],
    ['a file sent as text', [field('file', 'hello')], 'give its part a filename'],
    [
      'a file without a filename',
      [['content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream', png] as const],
      'give its part a filename',
    ],
    ['an unknown field', [field('colour', 'red')], 'colour is unknown'],
    ['an unknown field called __proto__', [field('__proto__', 'x')], '__proto__ is unknown'],
    ['a repeated field', [field('text', 'Again?')], 'text was sent more than once'],
    ['a field with brackets', [field('options[]', 'Yes')], 'names have no brackets'],
    ['a field with an index', [field('options[99999999]', 'Yes')], 'names have no brackets'],
    ['a part without a name', [['content-disposition: form-data', 'x'] as const], 'The form cannot be accepted'],
    ['a field name of 500 characters', [field('x'.repeat(500), 'x')], 'The form cannot be accepted'],
    [
      'a field of 270 000 characters',
      [field('correlation_id', 'x'.repeat(270_000))],
      'correlation_id is longer than 262144 bytes',
    ],
    [
      'too many fields',
      Array.from({ length: 40 }, (_, index) => field(`f${index}`, 'x')),
      'The form cannot be accepted',
    ],
    ['a part with an unterminated header', [['content-disposition', 'x'] as const], 'malformed'],
  ])('is rejected with one sentence: %s', async (_, added, sentence) => {
    const { send, prompts, spooled } = shared();
    const refused = await send(parts(...basics, ...added), byHand);
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining(sentence) } });
    expect(await prompts()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  it.each([
    ['truncated in the file', (body: Buffer) => body.subarray(0, -12)],
    ['truncated in a header', (body: Buffer) => body.subarray(0, 20)],
    ['empty', () => Buffer.alloc(0)],
    ['without a boundary', () => Buffer.from('hello')],
  ])('is rejected when its body is %s', async (_, cut) => {
    const { send, prompts, spooled } = shared();
    const refused = await send(cut(parts(...basics, file('file'))), byHand);
    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('malformed or ends too early') },
    });
    expect(await prompts()).toEqual([]);
    expect(await spooled()).toEqual([]);
  });

  it('is rejected without a boundary in Content-Type', async () => {
    const { send } = shared();
    const refused = await send(parts(...basics), { 'content-type': 'multipart/form-data' });
    expect(refused).toMatchObject({ status: 400, json: { detail: expect.stringContaining('check its boundary') } });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=b',
    'multipart/form-data-x; boundary=b',
    'image/png',
    '',
  ])('is rejected with 415 as %s', async (type) => {
    const { send } = shared();
    const refused = await send(parts(...basics), { 'content-type': type });
    expect(refused).toMatchObject({
      status: 415,
      json: { detail: expect.stringMatching(/application\/json.*multipart\/form-data/) },
    });
  });

  it('leaves no file when the client disconnects', async () => {
    const { gateway, spooled, send } = await setUp();
    const leaving = request(`${gateway.url}/v1/prompts/new`, {
      method: 'POST',
      headers: { ...byHand, 'content-length': 1_000_000 },
    }).on('error', () => {});
    leaving.write(parts(...basics, file('file', 'x'.repeat(100_000))).subarray(0, 90_000));
    await until(async () => (await spooled()).length === 1);
    leaving.destroy();
    await until(async () => (await spooled()).length === 0);
    expect((await send(form({}))).status).toBe(200);
    expect(gateway.logLines.filter((line) => line.includes('failed unexpectedly'))).toEqual([]);
  });
});
