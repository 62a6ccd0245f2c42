import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Media } from '@gateway/platform-kit';
import { sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, openDiscord } from './harness.js';

async function open(options: Parameters<typeof openDiscord>[0] = {}) {
  const sim = await openDiscord(options);
  const channel = sim.addChannel();
  const { connection } = await connect({ api: sim.url, token: sim.bot.token });
  return { sim, channel, connection, posted: () => sim.messages({ channel }) };
}

describe('Discord sendPrompt and closePrompt', () => {
  it('put five buttons in a row', async () => {
    const { channel, connection, posted } = await open();
    const buttons = Array.from({ length: 10 }, (_, place) => ({
      label: 'x'.repeat(80),
      token: `${place}.${'t'.repeat(30)}`,
    }));
    await connection.sendPrompt(sampleQuestion({ target: channel.id, buttons }));
    expect(posted()[0]?.components.map((row) => row.components.length)).toEqual([5, 5]);
  });

  it('accept a text of the maximum length', async () => {
    const { channel, connection, posted } = await open();
    await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: ['ä'.repeat(2000), '🙂'.repeat(1000)] }));
    expect(posted().map(({ components }) => components.length)).toEqual([0, 1]);
  });

  it('notify no one by mentions in the text', async () => {
    const { sim, channel, connection } = await open();
    await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: ['@everyone <@1> <@&2>'] }));
    await connection.sendMessage({ target: channel.id, text: '@here' });
    for (const { params } of sim.calls({ method: 'createMessage' }))
      expect(params['allowed_mentions']).toEqual({ parse: [] });
  });

  it.each([
    ['https://example.com/chart.png?size=2', [{ image: { url: 'https://example.com/chart.png?size=2' } }], ['Deploy?']],
    ['https://example.com/report.pdf', [], ['https://example.com/report.pdf', 'Deploy?']],
  ])('show %s as an image or as a link', async (url, embeds, contents) => {
    const { channel, connection, posted } = await open();
    const { messageIds, messageId } = await connection.sendPrompt(
      sampleQuestion({ target: channel.id, media: { kind: 'url', url } }),
    );
    expect(posted().map(({ content }) => content)).toEqual(contents);
    expect(posted().at(-1)?.embeds).toEqual(embeds);
    expect(messageIds).toEqual(posted().map(({ id }) => id));
    expect(messageId).toBe(posted().at(-1)?.id);
  });

  it('upload a file and keep it when the question is closed', async () => {
    const { channel, connection, posted } = await open();
    const media = await file('Ünï "chart".png', Buffer.from('not really a picture'));
    const { messageId, ref } = await connection.sendPrompt(sampleQuestion({ target: channel.id, media }));
    expect(posted()[0]?.attachments).toMatchObject([{ content_type: 'image/png', size: 20 }]);
    await connection.closePrompt!({ target: channel.id, messageId, ref, text: 'Deploy?\n\nYes', notice: 'Yes' });
    expect(posted()[0]).toMatchObject({ content: 'Deploy?\n\nYes', components: [], attachments: [{ size: 20 }] });
  });

  it('report a missing and a too large file', async () => {
    const { channel, connection } = await open();
    const gone: Media = {
      kind: 'bytes',
      path: '/nowhere/at/all',
      size: 1,
      contentType: 'text/plain',
      filename: 'a.txt',
    };
    await expect(connection.sendPrompt(sampleQuestion({ target: channel.id, media: gone }))).rejects.toMatchObject({
      code: 'invalid',
      message: /no longer be read/,
    });
    const large = await file('large.bin', Buffer.alloc(11 * 1024 * 1024));
    await expect(connection.sendPrompt(sampleQuestion({ target: channel.id, media: large }))).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('delete the posted messages when a later one fails', async () => {
    const { sim, channel, connection, posted } = await open();
    const fails = { error: { status: 403, code: 50013, message: 'Missing Permissions' } };
    sim.failNext('createMessage', { ...fails, when: ({ content }) => content === 'Three' });
    const texts = ['One', 'Two', 'Three'] as const;
    await expect(connection.sendPrompt(sampleQuestion({ target: channel.id, texts }))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(posted()).toEqual([]);
  });

  it('wait for a rate limit between two messages', async () => {
    const { sim, channel, connection, posted } = await open();
    sim.failNext('createMessage', {
      error: { status: 429, message: '', retryAfter: 0.3 },
      when: ({ content }) => content === 'Two',
    });
    await connection.sendPrompt(sampleQuestion({ target: channel.id, texts: ['One', 'Two', 'Three'] }));
    expect(posted().map(({ content }) => content)).toEqual(['One', 'Two', 'Three']);
  });

  it('close a question whose message was deleted', async () => {
    const { channel, connection } = await open();
    const closed = {
      target: channel.id,
      messageId: '1400000000000000404',
      ref: null,
      text: 'Closed',
      notice: 'Closed',
    };
    await expect(connection.closePrompt!(closed)).resolves.toBeUndefined();
  });

  it('open the conversation with a person once', async () => {
    const { sim, connection } = await open();
    const ada = sim.addUser({ username: 'ada' });
    const { messageId, ref } = await connection.sendPrompt(sampleQuestion({ target: `user:${ada.id}` }));
    await connection.sendMessage({ target: `user:${ada.id}`, text: 'Hello' });
    await connection.closePrompt!({ target: `user:${ada.id}`, messageId, ref, text: 'Closed', notice: 'Closed' });
    expect(sim.messages({ channel: sim.directMessages(ada) }).map(({ content }) => content)).toEqual([
      'Closed',
      'Hello',
    ]);
    expect(sim.calls({ method: 'createDm' })).toHaveLength(1);
  });
});

describe('Discord sendMessage', () => {
  it('replies to a message, also to a deleted one', async () => {
    const { channel, connection, posted } = await open();
    const { messageId } = await connection.sendMessage({ target: channel.id, text: 'one' });
    await connection.sendMessage({ target: channel.id, text: 'two', replyTo: messageId });
    await connection.sendMessage({ target: channel.id, text: 'three', replyTo: '1400000000000000404' });
    expect(posted().map(({ message_reference }) => message_reference?.message_id)).toEqual([
      undefined,
      messageId,
      undefined,
    ]);
  });

  it('returns the wait time of a rate limit without a second request', async () => {
    const { sim, channel, connection } = await open({ limits: true });
    for (let count = 0; count < 5; count += 1) await connection.sendMessage({ target: channel.id, text: 'x' });
    const calls = sim.calls({ method: 'createMessage' }).length;
    const error: unknown = await connection
      .sendMessage({ target: channel.id, text: 'x' })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(1000);
    expect(sim.calls({ method: 'createMessage' })).toHaveLength(calls);
  });
});

async function file(filename: string, bytes: Buffer): Promise<Media> {
  const folder = await mkdtemp(path.join(tmpdir(), 'discord-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'file'), bytes);
  return { kind: 'bytes', path: path.join(folder, 'file'), size: bytes.length, contentType: 'image/png', filename };
}
