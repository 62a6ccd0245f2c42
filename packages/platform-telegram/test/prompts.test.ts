import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleQuestion, type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, until, type TelegramSimulator } from '@gateway/simulators/telegram';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect } from './harness.js';

// A PNG of one transparent pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES: Record<string, [string, Buffer]> = {
  '/chart.png': ['image/png', PNG],
  '/report.pdf': ['application/pdf', Buffer.from('%PDF-1.4\n')],
  // No file extension: the content type decides.
  '/report': ['application/pdf', Buffer.from('%PDF-1.4\n')],
  '/picture': ['image/png', PNG],
  '/page': ['text/html', Buffer.from('<p>')],
};

let sim: TelegramSimulator;
let gateway: TestConnection;
let folder: string;
const files = createServer((request, response) => {
  const [type, bytes] = FILES[request.url ?? ''] ?? [];
  if (type === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type }).end(bytes);
});
const fileAt = (path: string) =>
  ({ kind: 'url', url: `http://127.0.0.1:${(files.address() as AddressInfo).port}${path}` }) as const;

beforeAll(async () => {
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'telegram-'));
});
afterAll(async () => {
  await new Promise((resolve) => files.close(resolve));
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  sim = await startTelegramSimulator();
  gateway = await connect({ token: sim.token, api: sim.url });
});
afterEach(() => sim.close());

/** The callback data of a message, row by row. */
const keyboard = (messageId: string, chat: number) =>
  sim.messages({ chat }).find(({ message_id }) => String(message_id) === messageId)?.reply_markup?.inline_keyboard;

describe('Telegram sendPrompt', () => {
  it('posts one button per row with its token byte for byte', async () => {
    const person = sim.addUser();
    const posted = await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id) }));
    expect(keyboard(posted.messageId, person.id)).toEqual([
      [{ text: 'Yes', callback_data: 'p1.0.abcdef' }],
      [{ text: 'No', callback_data: 'p1.1.abcdef' }],
    ]);
    expect(posted).toMatchObject({ messageIds: [posted.messageId], ref: { chat: person.id, caption: false } });
  });

  it('posts the text without markup and link previews', async () => {
    const person = sim.addUser();
    const text = '*bold* <b>html</b> [link](https://example.com) _x_';
    await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id), texts: [text] }));
    expect(sim.messages({ chat: person })).toMatchObject([{ text }]);
    const [call] = sim.calls({ method: 'sendMessage' });
    expect(call?.params).toMatchObject({ link_preview_options: { is_disabled: true } });
    expect(call?.params).not.toHaveProperty('parse_mode');
  });

  it('accepts ten labels of 64 characters with emoji, and a text of 4096', async () => {
    const person = sim.addUser();
    const buttons = Array.from({ length: 10 }, (_, index) => ({
      label: '🙂'.repeat(31) + String(index).padStart(2, '0'),
      token: `p4294967295.${index}.abcdef0123456789a`.slice(0, 32),
    }));
    const posted = await gateway.connection.sendPrompt(
      sampleQuestion({ target: String(person.id), texts: ['x'.repeat(4096)], buttons }),
    );
    expect(keyboard(posted.messageId, person.id)).toEqual(
      buttons.map(({ label, token }) => [{ text: label, callback_data: token }]),
    );
  });

  it('posts no keyboard when there are no options', async () => {
    const person = sim.addUser();
    const posted = await gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id), buttons: [] }));
    expect(keyboard(posted.messageId, person.id)).toBeUndefined();
  });

  it('puts the buttons on the last of several texts', async () => {
    const person = sim.addUser();
    const posted = await gateway.connection.sendPrompt(
      sampleQuestion({ target: String(person.id), texts: ['one', 'two', 'three'] }),
    );
    const shown = sim.messages({ chat: person });
    expect(shown.map(({ text, reply_markup }) => [text, reply_markup !== undefined])).toEqual([
      ['one', false],
      ['two', false],
      ['three', true],
    ]);
    expect(posted.messageIds).toEqual(shown.map(({ message_id }) => String(message_id)));
    expect(posted.messageId).toBe(posted.messageIds.at(-1));
  });

  it('posts to a topic, the General topic and a public name', async () => {
    const forum = sim.addChat({ isForum: true, username: 'ops_forum' });
    const topic = sim.addTopic(forum, 'Deployments');
    const inTopic = await gateway.connection.sendPrompt(sampleQuestion({ target: `${forum.id}:${topic}` }));
    await gateway.connection.sendPrompt(sampleQuestion({ target: `${forum.id}:1` }));
    const byName = await gateway.connection.sendPrompt(sampleQuestion({ target: '@ops_forum' }));
    expect(sim.messages({ chat: forum }).map((message) => message.message_thread_id)).toEqual([
      topic,
      undefined,
      undefined,
    ]);
    expect([inTopic.ref, byName.ref]).toEqual([
      { chat: forum.id, caption: false },
      { chat: forum.id, caption: false },
    ]);
  });

  it('deletes the posted messages when a later one fails', async () => {
    const person = sim.addUser();
    sim.failNext('sendMessage', {
      when: ({ text }) => text === 'three',
      error: { code: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } },
    });
    const asked = sampleQuestion({
      target: String(person.id),
      texts: ['one', 'two', 'three'],
      media: fileAt('/chart.png'),
    });
    await expect(gateway.connection.sendPrompt(asked)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 3000,
    });
    expect(sim.messages({ chat: person })).toEqual([]);
    expect(sim.calls({ method: 'deleteMessage' })).toHaveLength(3);
  });

  it('deletes the posted messages when it is cancelled', async () => {
    const person = sim.addUser();
    sim.failNext('sendMessage', { when: ({ text }) => text === 'two', hang: true });
    const abort = new AbortController();
    const asking = gateway.connection.sendPrompt(
      sampleQuestion({ target: String(person.id), texts: ['one', 'two'] }),
      abort.signal,
    );
    await until(() => sim.calls({ method: 'sendMessage' }).length === 2);
    abort.abort();
    await expect(asking).rejects.toMatchObject({ code: 'unavailable' });
    expect(sim.messages({ chat: person })).toEqual([]);
  });
});

describe('Telegram attachments', () => {
  it.each([
    ['/chart.png', 'photo'],
    ['/picture', 'photo'],
    ['/report.pdf', 'document'],
    ['/report', 'document'],
  ])('at %s are sent as a %s', async (path, kind) => {
    const person = sim.addUser();
    const posted = await gateway.connection.sendPrompt(
      sampleQuestion({ target: String(person.id), media: fileAt(path) }),
    );
    expect(posted.ref).toEqual({ chat: person.id, caption: true });
    const [message] = sim.messages({ chat: person });
    expect(message).toMatchObject({ [kind]: expect.anything(), caption: 'Deploy?' });
    expect(message?.reply_markup?.inline_keyboard).toHaveLength(2);
  });

  it.each([
    [1024, ['photo+caption+buttons']],
    [1025, ['photo', 'text+buttons']],
  ])('with a text of %i characters become %j', async (length, expected) => {
    const person = sim.addUser();
    const posted = await gateway.connection.sendPrompt(
      sampleQuestion({ target: String(person.id), texts: ['x'.repeat(length)], media: fileAt('/chart.png') }),
    );
    const parts = sim.messages({ chat: person }).map(({ photo, caption, text, reply_markup }) =>
      Object.entries({ photo, caption, text, buttons: reply_markup })
        .filter(([, value]) => value !== undefined)
        .map(([name]) => name)
        .join('+'),
    );
    expect(parts).toEqual(expected);
    expect(posted.messageIds).toHaveLength(expected.length);
    expect(posted.ref).toEqual({ chat: person.id, caption: length <= 1024 });
  });

  it.each(['/page', '/missing.png'])('that Telegram refuses (%s) are rejected with its reason', async (path) => {
    const person = sim.addUser();
    const asked = sampleQuestion({ target: String(person.id), media: fileAt(path) });
    await expect(gateway.connection.sendPrompt(asked)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/wrong type of the web page content|failed to get HTTP URL content/),
      hint: expect.stringContaining('Upload'),
    });
    expect(sim.messages({ chat: person })).toEqual([]);
  });

  it.each([
    ['image/png', PNG, 'a "b"; name=chat_id.png', 'photo'],
    ['image/png', Buffer.from('no picture at all'), 'broken.png', 'document'],
    ['application/pdf', Buffer.from('%PDF-1.4\n'), 'Bericht für März.pdf', 'document'],
  ])('of type %s are uploaded from a file', async (contentType, bytes, filename, kind) => {
    const person = sim.addUser();
    const path = join(folder, 'upload');
    await writeFile(path, bytes);
    await gateway.connection.sendPrompt(
      sampleQuestion({
        target: String(person.id),
        media: { kind: 'bytes', path, size: bytes.length, contentType, filename },
      }),
    );
    const [message] = sim.messages({ chat: person });
    expect(message).toMatchObject({ [kind]: expect.anything(), caption: 'Deploy?' });
    if (kind === 'document') expect(message?.document).toMatchObject({ file_name: filename, file_size: bytes.length });
    expect(message?.reply_markup?.inline_keyboard).toHaveLength(2);
  });

  it('are uploaded as a form with a content length, and a name and type per part', async () => {
    const path = join(folder, 'upload');
    await writeFile(path, PNG);
    let form: FormData | undefined;
    let length: string | undefined;
    const server = createServer((request, response) => {
      void request.toArray().then(async (chunks) => {
        length = request.headers['content-length'];
        const headers = { 'content-type': request.headers['content-type'] ?? '' };
        form = await new Response(Buffer.concat(chunks), { headers }).formData().catch(() => undefined);
        response.end(JSON.stringify({ ok: true, result: { message_id: 5, chat: { id: 7 } } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { connection } = await connect({ token: '123:abc', api });
      const media = { kind: 'bytes', path, size: PNG.length, contentType: 'image/png', filename: 'a".png' } as const;
      await connection.sendPrompt(sampleQuestion({ target: '7', media }));
    } finally {
      server.close();
    }
    expect(Number(length)).toBeGreaterThan(PNG.length);
    expect(form?.get('chat_id')).toBe('7');
    expect(form?.get('photo')).toMatchObject({ name: 'a_.png', type: 'image/png', size: PNG.length });
    expect(form?.get('reply_markup')).toContain('"text":"Yes"');
  });

  it('whose file is deleted are rejected as invalid', async () => {
    const person = sim.addUser();
    const media = {
      kind: 'bytes',
      path: join(folder, 'gone'),
      size: 3,
      contentType: 'text/plain',
      filename: 'a',
    } as const;
    await expect(
      gateway.connection.sendPrompt(sampleQuestion({ target: String(person.id), media })),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: expect.not.stringContaining(folder),
    });
  });
});
