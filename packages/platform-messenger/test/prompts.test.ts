import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestConnection } from '@gateway/platform-kit/testing';
import { startMessengerSimulator, until, type MessengerSimulator, type Person } from '@gateway/simulators/messenger';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ADA, connect, fromPerson, pageEvents, question, signedRequest } from './harness.js';

let sim: MessengerSimulator;
let gateway: TestConnection;
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

describe('Messenger sendPrompt', () => {
  it('posts to the person with the token only in a header', async () => {
    await gateway.connection.sendPrompt(question());
    const [call] = sim.calls();
    expect(call).toMatchObject({
      method: 'messages',
      params: { id: 'me', recipient: { id: ADA }, messaging_type: 'UPDATE' },
    });
    expect(JSON.stringify(call)).not.toContain(sim.pageAccessToken);
  });

  it.each(['../me', 'a b', '', 'x?y'])('rejects the target %j, which would change the path', async (target) => {
    await expect(gateway.connection.sendPrompt(question({ target }))).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });

  it('puts the buttons on the last of several texts and returns all message ids', async () => {
    const posted = await gateway.connection.sendPrompt(question({ texts: ['x'.repeat(2000), 'y'.repeat(640)] }));
    const shown = sim.messages(ada);
    expect(shown.map(({ buttons }) => buttons.length)).toEqual([0, 2]);
    expect(posted).toEqual({ messageId: shown[1]?.mid, messageIds: shown.map(({ mid }) => mid), ref: null });
  });

  it('posts a plain text without options', async () => {
    await gateway.connection.sendPrompt(question({ buttons: [] }));
    expect(sim.calls()[0]?.params).toMatchObject({ message: { text: 'Deploy?' } });
  });
});

describe('Messenger attachments', () => {
  it.each([
    ['https://example.com/chart.PNG?x=1', 'image'],
    ['https://example.com/picture', 'image'],
    ['https://example.com/clip.mp4', 'video'],
    ['https://example.com/voice.mp3', 'audio'],
    ['https://example.com/report.pdf', 'file'],
  ])('at %s are posted before the question as %s', async (url, kind) => {
    const posted = await gateway.connection.sendPrompt(question({ media: { kind: 'url', url } }));
    const [media, asked] = sim.messages(ada);
    expect(media?.media).toEqual({ kind, url });
    expect(asked).toMatchObject({ mid: posted.messageId, text: 'Deploy?' });
    expect(posted.messageIds).toEqual([media?.mid, asked?.mid]);
  });

  it('are uploaded from a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'messenger-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'upload');
    await writeFile(file, '%PDF-1.4\n');
    const media = { kind: 'bytes', path: file, size: 9, contentType: 'application/pdf', filename: 'März.pdf' } as const;
    await gateway.connection.sendPrompt(question({ media }));
    expect(sim.messages(ada)[0]?.media).toEqual({ kind: 'file', name: 'März.pdf', size: 9 });
  });

  it('that cannot be read are rejected before anything is posted', async () => {
    const media = { kind: 'bytes', path: '/nowhere', size: 9, contentType: 'image/png', filename: 'a.png' } as const;
    await expect(gateway.connection.sendPrompt(question({ media }))).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.messages(ada)).toEqual([]);
  });
});

describe('Messenger sendMessage', () => {
  it('replies to a message, and sends without the reply when that is deleted', async () => {
    const first = await gateway.connection.sendMessage({ target: ADA, text: 'Done.' });
    await gateway.connection.sendMessage({ target: ADA, text: 'Really.', replyTo: first.messageId });
    await gateway.connection.sendMessage({ target: ADA, text: 'Honestly.', replyTo: 'm_GONE' });
    expect(sim.messages(ada).map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['Done.', null],
      ['Really.', first.messageId],
      ['Honestly.', null],
    ]);
  });

  it('explains what to do when the person has not written or blocked the page', async () => {
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

describe('Messenger probe', () => {
  const account = () => ({ id: sim.pageId, name: sim.pageName });

  it('returns the names of the page and the person', async () => {
    const target = { id: ADA, name: ada.name };
    expect(await gateway.connection.probe(ADA)).toEqual({ ok: true, account: account(), target, problems: [] });
  });

  it('reports a person whom the page does not know', async () => {
    expect(await gateway.connection.probe('40000000000000099')).toEqual({
      ok: false,
      account: account(),
      target: null,
      problems: [expect.stringContaining('page-scoped id')],
    });
  });

  it('succeeds without the permission to read profiles', async () => {
    const page = { id: '3', name: 'Ops' };
    const error = { code: 200, message: '(#200) Permissions error' };
    const { connection } = await connect({
      fetch: async (url) =>
        (url as string).includes('/me?') ? Response.json(page) : Response.json({ error }, { status: 403 }),
    });
    expect(await connection.probe(ADA)).toMatchObject({ ok: true, account: page, target: { id: ADA, name: ADA } });
  });
});

describe('Messenger refused press', () => {
  const press = () =>
    signedRequest(pageEvents(fromPerson({ postback: { title: 'Yes', payload: 'p1.0.abcdef' } })), sim.appSecret);

  it('gets a message; an accepted press does not', async () => {
    const { messageId } = await gateway.connection.sendPrompt(question());
    for (const result of ['answered', 'duplicate', 'refused'] as const) {
      gateway.deliver = async (batch) => batch.map(() => ({ result, notice: `It was ${result}.`, closedText: null }));
      expect(await gateway.connection.webhook!(press())).toEqual({ status: 200 });
    }
    await until(() => sim.messages(ada).length === 2);
    expect(sim.messages(ada)[1]).toMatchObject({ text: 'It was refused.', replyTo: messageId });
  });
});
