import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleQuestion } from '@gateway/platform-kit/testing';
import { buttonsOf, shownText } from '@gateway/simulators/slack';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, scriptedApi, start } from './harness.js';

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

describe('Slack sendPrompt and closePrompt', () => {
  it('post a long question as several messages with the buttons on the last', async () => {
    const { sim, channel, connection } = await start();
    const posted = await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: ['one & two', 'three'] }));
    const messages = sim.messages(channel);
    expect(messages.map(shownText)).toEqual(['one & two', 'three']);
    expect(messages.map((message) => buttonsOf(message).length)).toEqual([0, 2]);
    expect(posted).toEqual({
      messageId: messages[1]?.ts,
      messageIds: messages.map(({ ts }) => ts),
      ref: { channel: channel.id, url: null, as: null },
    });
  });

  it('delete the posted messages when a later one fails', async () => {
    const { sim, channel, connection } = await start();
    sim.failNext('chat.postMessage', { error: 'msg_blocks_too_long', when: ({ blocks }) => blocks !== undefined });
    const asked = sampleQuestion({ target: channel.id, texts: ['one', 'two'], media: await fileOf('figures') });
    await expect(connection.sendPrompt(asked)).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.messages(channel)).toEqual([]);
    expect(sim.calls({ method: 'chat.delete' })).toHaveLength(1);
    expect(sim.calls({ method: 'files.delete' })).toHaveLength(1);
  });

  it('post to a thread and to a person', async () => {
    const { sim, channel, ada, connection } = await start();
    const root = sim.writeText({ channel, text: 'Releases', user: ada });
    await connection.sendPrompt(sampleQuestion({ target: `${channel.id}:${root.ts}`, media: await fileOf('figures') }));
    expect(sim.messages(channel).map(({ thread_ts }) => thread_ts)).toEqual([undefined, root.ts, root.ts]);

    const direct = await connection.sendPrompt(sampleQuestion({ target: ada.id, media: await fileOf('figures') }));
    expect(sim.messages(ada)).toHaveLength(2);
    await connection.closePrompt!({ ...direct, target: ada.id, text: 'Done', notice: 'Done' });
    expect(shownText(sim.messages(ada)[1]!)).toBe('Done');
  });

  it('show an image by its address before and after closing', async () => {
    const { sim, channel, connection } = await start();
    const posted = await connection.sendPrompt(sampleQuestion({ target: channel.id, media: picture }));
    expect(sim.messages(channel)[0]?.blocks?.map(({ type }) => type)).toEqual(['section', 'image', 'actions']);
    await connection.closePrompt!({ ...posted, target: channel.id, text: 'Deploy?\n\nYes', notice: '' });
    expect(sim.messages(channel)[0]?.blocks).toMatchObject([
      { type: 'section' },
      { type: 'image', image_url: picture.url },
    ]);
  });

  it('link an attachment that Slack cannot show as an image', async () => {
    const { sim, channel, connection } = await start({ fetchUrls: true });
    for (const url of [`${sim.url}/none.png`, 'https://example.com/report.pdf']) {
      const posted = await connection.sendPrompt(sampleQuestion({ target: channel.id, media: { kind: 'url', url } }));
      const shown = () => shownText(sim.messages(channel).find(({ ts }) => ts === posted.messageId)!);
      expect(shown()).toBe(`Deploy?\n${url}`);
      await connection.closePrompt!({ ...posted, target: channel.id, text: 'Closed', notice: '' });
      expect(shown()).toBe(`Closed\n${url}`);
    }
  });

  it('upload a file before the question', async () => {
    const { sim, channel, connection } = await start();
    await connection.sendPrompt(sampleQuestion({ target: channel.id, media: await fileOf('figures ü') }));
    const [file, asked] = sim.messages(channel);
    expect(file?.files).toMatchObject([{ name: 'report ü.txt' }]);
    expect(sim.file(file?.files?.[0]?.id ?? '')?.toString()).toBe('figures ü');
    expect(buttonsOf(asked!)).toHaveLength(2);
  });

  it('report a missing upload scope and a missing file', async () => {
    const { sim, channel, connection } = await start();
    const gone = { ...(await fileOf('x')), path: '/nowhere/at/all' };
    await expect(connection.sendPrompt(sampleQuestion({ target: channel.id, media: gone }))).rejects.toMatchObject({
      code: 'invalid',
      hint: 'Send the question again.',
    });
    sim.removeScope('files:write');
    await expect(
      connection.sendPrompt(sampleQuestion({ target: channel.id, media: await fileOf('x') })),
    ).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('files:write'),
    });
    expect(sim.messages(channel)).toEqual([]);
  });

  it.each(['message_not_found', 'cant_update_message', 'edit_window_closed'])('treat %s as closed', async (error) => {
    const { sim, channel, connection } = await start();
    const posted = await connection.sendPrompt(sampleQuestion({ target: channel.id }));
    sim.failNext('chat.update', { error });
    await expect(
      connection.closePrompt!({ ...posted, target: channel.id, text: 'x', notice: 'x' }),
    ).resolves.toBeUndefined();
  });

  it('fail to close when Slack is unreachable, so that the core retries', async () => {
    const { sim, channel, connection } = await start();
    const posted = await connection.sendPrompt(sampleQuestion({ target: channel.id }));
    sim.failNext('chat.update', { drop: true });
    const closing = connection.closePrompt!({ ...posted, target: channel.id, text: 'x', notice: 'x' });
    await expect(closing).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('call only chat.postMessage and chat.update', async () => {
    const api = scriptedApi({
      'chat.postMessage': () => ({ ok: true, ts: '1.1' }),
      'chat.update': () => ({ ok: true }),
    });
    const { connection } = await connect({ fetch: api.fetch });
    await connection.register!();
    const posted = await connection.sendPrompt(sampleQuestion({ target: 'C1' }));
    await connection.closePrompt!({ ...posted, target: 'C1', text: 'Closed', notice: '' });
    expect(api.calls.at(-1)?.params).toMatchObject({ channel: 'C1', ts: '1.1', text: 'Closed' });
  });
});

describe('Slack sendMessage', () => {
  it('replies in the thread of the message that it replies to', async () => {
    const { sim, channel, ada, connection } = await start();
    const root = sim.writeText({ channel, text: 'Hello', user: ada });
    const reply = sim.writeText({ channel, text: 'Anybody?', user: ada, under: root });
    for (const replyTo of [root.ts, `${root.ts}:${reply.ts}`]) {
      const posted = await connection.sendMessage({ target: channel.id, text: 'Yes', replyTo });
      expect(sim.messages(channel).find(({ ts }) => ts === posted.messageId)?.thread_ts).toBe(root.ts);
    }
  });

  it('posts to the channel when the replied message is deleted, but not when the target thread is', async () => {
    const { sim, channel, connection } = await start();
    await connection.sendMessage({ target: channel.id, text: 'Yes', replyTo: '1700000000.000100' });
    expect(sim.messages(channel)).toMatchObject([{ text: 'Yes' }]);
    const lost = connection.sendMessage({ target: `${channel.id}:1700000000.000100`, text: 'Yes' });
    await expect(lost).rejects.toMatchObject({ code: 'not_found' });
  });

  it('rejects a blank target without calling Slack', async () => {
    const { sim, connection } = await start();
    await expect(connection.sendMessage({ target: ' ', text: 'x' })).rejects.toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });
});
