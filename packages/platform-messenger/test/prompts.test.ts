import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMessengerSimulator, until, type MessengerSimulator, type Person } from '@gateway/simulators/messenger';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ADA, connect, fromPerson, pageEvents, question, webhookRequest, type Harness } from './harness.js';

let sim: MessengerSimulator;
let gateway: Harness;
let ada: Person;

beforeEach(async () => {
  sim = await startMessengerSimulator();
  ada = sim.addPerson({ psid: ADA });
  gateway = await connect({
    api: sim.url,
    credentials: { page_access_token: sim.pageAccessToken, app_secret: sim.appSecret },
  });
});
afterEach(() => sim.close());

describe('a question', () => {
  it('goes to the person, with the token in a header only', async () => {
    await gateway.connection.sendPrompt(question());
    const [call] = sim.calls();
    expect(call).toMatchObject({
      method: 'messages',
      params: { id: 'me', recipient: { id: ADA }, messaging_type: 'UPDATE' },
    });
    expect(JSON.stringify(call)).not.toContain(sim.pageAccessToken);
  });

  it.each(['../me', 'a b', '', 'x?y'])('to %j, which would bend an address, is refused in words', async (target) => {
    await expect(gateway.connection.sendPrompt(question({ target }))).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });

  it('of several texts has its buttons on the last, and knows every message', async () => {
    const posted = await gateway.connection.sendPrompt(question({ texts: ['x'.repeat(2000), 'y'.repeat(640)] }));
    const shown = sim.messages(ada);
    expect(shown.map(({ buttons }) => buttons.length)).toEqual([0, 2]);
    expect(posted).toEqual({ messageId: shown[1]?.mid, messageIds: shown.map(({ mid }) => mid), ref: null });
  });

  it('without options is a plain text', async () => {
    await gateway.connection.sendPrompt(question({ buttons: [] }));
    expect(sim.calls()[0]?.params).toMatchObject({ message: { text: 'Deploy?' } });
  });
});

describe('an attachment', () => {
  it.each([
    ['https://example.com/chart.PNG?x=1', 'image'],
    ['https://example.com/picture', 'image'],
    ['https://example.com/clip.mp4', 'video'],
    ['https://example.com/voice.mp3', 'audio'],
    ['https://example.com/report.pdf', 'file'],
  ])('at %s comes before the question, as %s', async (url, kind) => {
    const posted = await gateway.connection.sendPrompt(question({ media: { kind: 'url', url } }));
    const [media, asked] = sim.messages(ada);
    expect(media?.media).toEqual({ kind, url });
    expect(asked).toMatchObject({ mid: posted.messageId, text: 'Deploy?' });
    expect(posted.messageIds).toEqual([media?.mid, asked?.mid]);
  });

  it('is uploaded from its file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'messenger-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'upload');
    await writeFile(file, '%PDF-1.4\n');
    const media = { kind: 'bytes', path: file, size: 9, contentType: 'application/pdf', filename: 'März.pdf' } as const;
    await gateway.connection.sendPrompt(question({ media }));
    expect(sim.messages(ada)[0]?.media).toEqual({ kind: 'file', name: 'März.pdf', size: 9 });
  });

  it('that can no longer be read leaves nothing in the chat', async () => {
    const media = { kind: 'bytes', path: '/nowhere', size: 9, contentType: 'image/png', filename: 'a.png' } as const;
    await expect(gateway.connection.sendPrompt(question({ media }))).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.messages(ada)).toEqual([]);
  });
});

describe('a message', () => {
  it('replies to what it replies to, and goes out without when that has vanished', async () => {
    const first = await gateway.connection.sendMessage({ target: ADA, text: 'Done.' });
    await gateway.connection.sendMessage({ target: ADA, text: 'Really.', replyTo: first.messageId });
    await gateway.connection.sendMessage({ target: ADA, text: 'Honestly.', replyTo: 'm_GONE' });
    expect(sim.messages(ada).map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['Done.', null],
      ['Really.', first.messageId],
      ['Honestly.', null],
    ]);
  });

  it('to somebody who has not written, or who blocked the page, tells what to do', async () => {
    const silent = sim.addPerson({ wrote: false });
    const gone = sim.addPerson();
    sim.block(gone);
    const sending = (target: string) => gateway.connection.sendMessage({ target, text: 'x' });
    await expect(sending(silent.psid)).rejects.toMatchObject({
      code: 'window_closed',
      hint: expect.stringContaining('24 hours'),
    });
    await expect(sending(gone.psid)).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('blocked'),
    });
  });
});

describe('a test of the channel', () => {
  const account = () => ({ id: sim.pageId, name: sim.pageName });

  it('names the page and the person', async () => {
    const target = { id: ADA, name: ada.name };
    expect(await gateway.connection.probe(ADA)).toEqual({ ok: true, account: account(), target, problems: [] });
  });

  it('says that the page does not know somebody', async () => {
    expect(await gateway.connection.probe('40000000000000099')).toEqual({
      ok: false,
      account: account(),
      target: null,
      problems: [expect.stringContaining('page-scoped id')],
    });
  });

  it('is content without the permission to see profiles', async () => {
    const page = { id: '3', name: 'Ops' };
    const error = { code: 200, message: '(#200) Permissions error' };
    const { connection } = await connect({
      fetch: async (url) =>
        (url as string).includes('/me?') ? Response.json(page) : Response.json({ error }, { status: 403 }),
    });
    expect(await connection.probe(ADA)).toMatchObject({ ok: true, account: page, target: { id: ADA, name: ADA } });
  });
});

describe('a press in vain', () => {
  const press = () =>
    webhookRequest(pageEvents(fromPerson({ postback: { title: 'Yes', payload: 'p1.0.abcdef' } })), sim.appSecret);

  it('is answered by a message, and one that counted is not', async () => {
    const { messageId } = await gateway.connection.sendPrompt(question());
    for (const result of ['answered', 'duplicate', 'refused'] as const) {
      gateway.deliver = async (batch) => batch.map(() => ({ result, notice: `It was ${result}.`, closedText: null }));
      expect(await gateway.connection.webhook!(press())).toEqual({ status: 200 });
    }
    await until(() => sim.messages(ada).length === 2);
    expect(sim.messages(ada)[1]).toMatchObject({ text: 'It was refused.', replyTo: messageId });
  });
});
