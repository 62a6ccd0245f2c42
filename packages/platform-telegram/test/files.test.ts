import type { InboundFile } from '@gateway/platform-kit';
import { expectNoSecret, rejection, type TestConnection } from '@gateway/platform-kit/testing';
import { startTelegramSimulator, until, type PersonFile, type TelegramSimulator } from '@gateway/simulators/telegram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, scriptedApi, signedRequest } from './harness.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, type = 'text/plain', content: string | Buffer = name): PersonFile => ({
  name,
  type,
  bytes: Buffer.from(content),
});

async function start(): Promise<{ sim: TelegramSimulator; ada: { id: number }; gateway: TestConnection }> {
  const sim = await startTelegramSimulator();
  onTestFinished(() => sim.close());
  const gateway = await connect({ token: sim.token, api: sim.url });
  onTestFinished(async () => void (await gateway.stop()));
  return { sim, ada: sim.addUser({ firstName: 'Ada' }), gateway };
}

const filesOf = ({ stored }: TestConnection): InboundFile[] =>
  stored.flatMap((event) => ('files' in event && event.files) || []);

async function read(one: InboundFile | undefined): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of (await one?.read(new AbortController().signal)) ?? []) parts.push(chunk);
  return Buffer.concat(parts);
}

describe('Telegram files', () => {
  it('are the largest size of a photo, without a name', async () => {
    const { sim, ada, gateway } = await start();
    await gateway.start();
    sim.sendFiles({ chat: ada, files: [file('a.png', 'image/png', PNG)] });
    await until(() => filesOf(gateway).length > 0);
    expect(filesOf(gateway)).toMatchObject([{ name: null, size: PNG.length }]);
    expect(await read(filesOf(gateway)[0])).toEqual(PNG);
  });

  it.each([
    ['video/mp4', 'clip.mp4'],
    ['audio/mpeg', 'song.mp3'],
    ['audio/ogg', null],
    ['application/pdf', 'plan.pdf'],
  ])('can be of the type %s', async (type, name) => {
    const { sim, ada, gateway } = await start();
    await gateway.start();
    sim.sendFiles({ chat: ada, files: [file(name ?? 'voice.ogg', type, 'content')] });
    await until(() => filesOf(gateway).length > 0);
    expect(filesOf(gateway)).toMatchObject([{ name, size: 7 }]);
    expect((await read(filesOf(gateway)[0])).toString()).toBe('content');
  });

  it('of an album in one batch are one event with the caption', async () => {
    const { sim, ada, gateway } = await start();
    sim.sendFiles({ chat: ada, files: ['a.txt', 'b.txt', 'c.txt'].map((name) => file(name)), text: 'All three' });
    sim.writeText({ chat: ada, text: 'after it' });
    await gateway.start();
    await until(() => gateway.stored.length > 1);
    expect(gateway.stored).toMatchObject([
      { kind: 'text', text: 'All three', files: [{ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' }] },
      { kind: 'text', text: 'after it' },
    ]);
    expect(gateway.stored).toHaveLength(2);
  });

  it('of two albums in one batch are two events', async () => {
    const { sim, ada, gateway } = await start();
    sim.sendFiles({ chat: ada, files: [file('a.txt'), file('b.txt')] });
    sim.sendFiles({ chat: ada, files: [file('c.txt'), file('d.txt')] });
    await gateway.start();
    await until(() => gateway.stored.length > 1);
    const names = gateway.stored.map((event) => ('files' in event && event.files?.map(({ name }) => name)) || []);
    expect(names).toEqual([
      ['a.txt', 'b.txt'],
      ['c.txt', 'd.txt'],
    ]);
  });

  it('pass on a name with a path and control characters, and a size that is not that of the bytes', async () => {
    const { sim, ada, gateway } = await start();
    await gateway.start();
    const name = '../../etc/\u0000\u202epasswd';
    sim.sendFiles({ chat: ada, files: [{ ...file(name, 'text/plain', 'four'), size: 1 }] });
    await until(() => filesOf(gateway).length > 0);
    expect(filesOf(gateway)).toMatchObject([{ name, size: 1 }]);
    expect((await read(filesOf(gateway)[0])).toString()).toBe('four');
  });

  it('beyond the 20 MB that bots may download are refused with Telegram’s sentence', async () => {
    const { sim, ada, gateway } = await start();
    await gateway.start();
    sim.sendFiles({
      chat: ada,
      files: [file('big.bin', 'application/octet-stream', Buffer.alloc(20 * 1024 * 1024 + 1))],
    });
    await until(() => filesOf(gateway).length > 0);
    const error = await rejection(read(filesOf(gateway)[0]));
    expect(error).toMatchObject({ code: 'invalid', message: 'Telegram: Bad Request: file is too big.' });
  });

  it('that cannot be downloaded give an error without the bot token, also in the log', async () => {
    const { sim, ada, gateway } = await start();
    await gateway.start();
    sim.sendFiles({ chat: ada, files: [file('a.txt')] });
    await until(() => filesOf(gateway).length > 0);
    const [one] = filesOf(gateway);
    sim.failNext('getFile', { answer: { status: 200, body: { ok: true, result: { file_path: 'documents/gone' } } } });
    const missing = await rejection(read(one));
    expect(missing).toMatchObject({ name: 'PlatformError', code: 'not_found' });
    await sim.close();
    const unreachable = await rejection(read(one));
    expect(unreachable).toMatchObject({ name: 'PlatformError', code: 'unavailable' });
    for (const where of [missing, unreachable, gateway.log.concat('')]) expectNoSecret(where, sim.token);
  });

  it('are not fetched from a path on the disk of the Bot API server', async () => {
    const api = scriptedApi({ getFile: () => ({ file_id: 'F', file_path: '/var/lib/telegram-bot-api/a.txt' }) });
    const gateway = await connect({ token: '123:abc', fetch: api.fetch, webhookUrl: 'https://gateway.example/hook' });
    await gateway.connection.register!();
    const secret = String(api.calls.at(-1)?.payload['secret_token']);
    const message = {
      message_id: 1,
      chat: { id: 7, type: 'private' },
      from: { id: 7, first_name: 'Ada' },
      document: { file_id: 'F' },
    };
    await gateway.connection.webhook!(signedRequest({ update_id: 1, message }, secret));
    expect(gateway.stored).toMatchObject([{ kind: 'other', files: [{ name: null, size: null }] }]);
    expect(await rejection(read(filesOf(gateway)[0]))).toMatchObject({ code: 'unavailable' });
    expect(api.calls.map(({ method }) => method)).toEqual(['setWebhook', 'getFile']);
  });

  it.each(['sticker', 'location', 'contact', 'poll', 'dice'])('are not a message with a %s', async (kind) => {
    const api = scriptedApi({});
    const gateway = await connect({ token: '123:abc', fetch: api.fetch, webhookUrl: 'https://gateway.example/hook' });
    await gateway.connection.register!();
    const secret = String(api.calls.at(-1)?.payload['secret_token']);
    const from = { id: 7, first_name: 'Ada' };
    const message = { message_id: 1, chat: { id: 7, type: 'private' }, from, [kind]: { file_id: 'F', emoji: '🙂' } };
    await gateway.connection.webhook!(signedRequest({ update_id: 1, message }, secret));
    expect(gateway.events).toEqual([]);
  });
});
