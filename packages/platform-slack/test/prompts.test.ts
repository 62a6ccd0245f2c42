import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buttonsOf, shownText } from '@gateway/simulators/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { question, scriptedApi, connect, start } from './harness.js';

const picture = { kind: 'url', url: 'https://example.com/chart.png' } as const;

async function fileOf(content: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'slack-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'spooled');
  await writeFile(file, content);
  return {
    kind: 'bytes',
    path: file,
    size: content.length,
    contentType: 'text/plain',
    filename: 'report ü.txt',
  } as const;
}

describe('a question', () => {
  it('that is long comes in several messages, the buttons on the last', async () => {
    const { sim, room, connection } = await start();
    const posted = await connection.sendPrompt(question({ target: room.id, texts: ['one & two', 'three'] }));
    const messages = sim.messages(room);
    expect(messages.map(shownText)).toEqual(['one & two', 'three']);
    expect(messages.map((message) => buttonsOf(message).length)).toEqual([0, 2]);
    expect(posted).toEqual({
      messageId: messages[1]?.ts,
      messageIds: messages.map(({ ts }) => ts),
      ref: { channel: room.id, url: null, as: null },
    });
  });

  it('that fails half-way takes back what was posted', async () => {
    const { sim, room, connection } = await start();
    sim.failNext('chat.postMessage', { error: 'msg_blocks_too_long', when: ({ blocks }) => blocks !== undefined });
    const asked = question({ target: room.id, texts: ['one', 'two'], media: await fileOf('figures') });
    await expect(connection.sendPrompt(asked)).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.messages(room)).toEqual([]);
    expect(sim.calls({ method: 'chat.delete' })).toHaveLength(1);
    expect(sim.calls({ method: 'files.delete' })).toHaveLength(1);
  });

  it('goes to a thread, and to a person', async () => {
    const { sim, room, ada, connection } = await start();
    const root = sim.writeText({ channel: room, text: 'Releases', user: ada });
    await connection.sendPrompt(question({ target: `${room.id}:${root.ts}`, media: await fileOf('figures') }));
    expect(sim.messages(room).map(({ thread_ts }) => thread_ts)).toEqual([undefined, root.ts, root.ts]);

    const direct = await connection.sendPrompt(question({ target: ada.id, media: await fileOf('figures') }));
    expect(sim.messages(ada)).toHaveLength(2);
    await connection.closePrompt!({ ...direct, target: ada.id, text: 'Done', notice: 'Done' });
    expect(shownText(sim.messages(ada)[1]!)).toBe('Done');
  });

  it('shows a picture by its address, also when it is closed', async () => {
    const { sim, room, connection } = await start();
    const posted = await connection.sendPrompt(question({ target: room.id, media: picture }));
    expect(sim.messages(room)[0]?.blocks?.map(({ type }) => type)).toEqual(['section', 'image', 'actions']);
    await connection.closePrompt!({ ...posted, target: room.id, text: 'Deploy?\n\nYes', notice: '' });
    expect(sim.messages(room)[0]?.blocks).toMatchObject([
      { type: 'section' },
      { type: 'image', image_url: picture.url },
    ]);
  });

  it('links what Slack cannot show as a picture', async () => {
    const { sim, room, connection } = await start({ fetchUrls: true });
    for (const url of [`${sim.url}/none.png`, 'https://example.com/report.pdf']) {
      const posted = await connection.sendPrompt(question({ target: room.id, media: { kind: 'url', url } }));
      const shown = () => shownText(sim.messages(room).find(({ ts }) => ts === posted.messageId)!);
      expect(shown()).toBe(`Deploy?\n${url}`);
      await connection.closePrompt!({ ...posted, target: room.id, text: 'Closed', notice: '' });
      expect(shown()).toBe(`Closed\n${url}`);
    }
  });

  it('brings an uploaded file before it', async () => {
    const { sim, room, connection } = await start();
    await connection.sendPrompt(question({ target: room.id, media: await fileOf('figures ü') }));
    const [file, asked] = sim.messages(room);
    expect(file?.files).toMatchObject([{ name: 'report ü.txt' }]);
    expect(sim.file(file?.files?.[0]?.id ?? '')?.toString()).toBe('figures ü');
    expect(buttonsOf(asked!)).toHaveLength(2);
  });

  it('tells what is missing for an upload, and when the file is gone', async () => {
    const { sim, room, connection } = await start();
    const gone = { ...(await fileOf('x')), path: '/nowhere/at/all' };
    await expect(connection.sendPrompt(question({ target: room.id, media: gone }))).rejects.toMatchObject({
      code: 'invalid',
      hint: 'Send the question again.',
    });
    sim.removeScope('files:write');
    await expect(connection.sendPrompt(question({ target: room.id, media: await fileOf('x') }))).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('files:write'),
    });
    expect(sim.messages(room)).toEqual([]);
  });

  it.each(['message_not_found', 'cant_update_message', 'edit_window_closed'])(
    'is closed when there is nothing left to close (%s)',
    async (error) => {
      const { sim, room, connection } = await start();
      const posted = await connection.sendPrompt(question({ target: room.id }));
      sim.failNext('chat.update', { error });
      await expect(
        connection.closePrompt!({ ...posted, target: room.id, text: 'x', notice: 'x' }),
      ).resolves.toBeUndefined();
    },
  );

  it('is not closed when Slack cannot be asked, so that it is tried again', async () => {
    const { sim, room, connection } = await start();
    const posted = await connection.sendPrompt(question({ target: room.id }));
    sim.failNext('chat.update', { drop: true });
    const closing = connection.closePrompt!({ ...posted, target: room.id, text: 'x', notice: 'x' });
    await expect(closing).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('needs of Slack only chat.postMessage and chat.update', async () => {
    const api = scriptedApi({
      'chat.postMessage': () => ({ ok: true, ts: '1.1' }),
      'chat.update': () => ({ ok: true }),
    });
    const { connection } = await connect({ fetch: api.fetch });
    await connection.register!();
    const posted = await connection.sendPrompt(question({ target: 'C1' }));
    await connection.closePrompt!({ ...posted, target: 'C1', text: 'Closed', notice: '' });
    expect(api.calls.at(-1)?.params).toMatchObject({ channel: 'C1', ts: '1.1', text: 'Closed' });
  });
});

describe('a message', () => {
  it('answers in the thread of what it answers, which for a reply is not its own', async () => {
    const { sim, room, ada, connection } = await start();
    const root = sim.writeText({ channel: room, text: 'Hello', user: ada });
    const reply = sim.writeText({ channel: room, text: 'Anybody?', user: ada, under: root });
    for (const replyTo of [root.ts, `${root.ts}:${reply.ts}`]) {
      const posted = await connection.sendMessage({ target: room.id, text: 'Yes', replyTo });
      expect(sim.messages(room).find(({ ts }) => ts === posted.messageId)?.thread_ts).toBe(root.ts);
    }
  });

  it('is posted also when what it answers has vanished, but not outside of a thread that is its target', async () => {
    const { sim, room, connection } = await start();
    await connection.sendMessage({ target: room.id, text: 'Yes', replyTo: '1700000000.000100' });
    expect(sim.messages(room)).toMatchObject([{ text: 'Yes' }]);
    const lost = connection.sendMessage({ target: `${room.id}:1700000000.000100`, text: 'Yes' });
    await expect(lost).rejects.toMatchObject({ code: 'not_found' });
  });

  it('to nobody never leaves', async () => {
    const { sim, connection } = await start();
    await expect(connection.sendMessage({ target: ' ', text: 'x' })).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });
});
