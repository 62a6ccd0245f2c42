import { rejection, sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

describe('Google Chat sendPrompt and closePrompt', () => {
  it('put the buttons on the last message and return the threads of all messages', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const posted = await connection.sendPrompt(
      sampleQuestion({ target: space.name, texts: ['First part', 'Last part'] }),
    );
    const messages = sim.messages(space);
    expect(messages.map(({ text, cardsV2 }) => [text, cardsV2?.length ?? 0])).toEqual([
      ['First part', 0],
      ['Last part', 1],
    ]);
    expect(posted.messageId).toBe(messages[1]?.name);
    expect(posted.messageIds).toEqual([
      ...messages.map(({ name }) => name),
      ...messages.map(({ thread }) => thread.name),
    ]);
  });

  it('delete the posted messages when a later one fails', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    sim.failNext('spaces.messages.create', {
      when: (params) => params['text'] === 'Last',
      error: { code: 503, message: 'Down.' },
    });
    const error = await rejection(
      connection.sendPrompt(sampleQuestion({ target: space.name, texts: ['First', 'Last'] })),
    );
    expect(error.code).toBe('unavailable');
    expect(sim.messages(space)).toEqual([]);
  });

  it('return no thread for a question in an existing thread, so that only quotations answer it', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const { written } = await sim.writeText({ space, text: 'A topic' });
    const posted = await connection.sendPrompt(sampleQuestion({ target: written.thread.name }));
    expect(sim.messages(space).at(-1)?.thread).toEqual(written.thread);
    expect(posted.messageIds).toEqual([posted.messageId]);
  });

  it('name the syntax of a text with markup, and only of that', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const plain = '> Deploy max_open 2.4.0 (api)? - ID:#1';
    const texts: [string, ...string[]] = [plain, 'rm *.log', String.raw`a\_b`, '[ok](https://e.example)'];
    const posted = await connection.sendPrompt(sampleQuestion({ target: space.name, texts }));
    const syntaxes = () => sim.messages(space).map(({ markupSyntax }) => markupSyntax ?? null);
    expect(syntaxes()).toEqual([null, 'MARKUP_SYNTAX_CHAT', 'MARKUP_SYNTAX_CHAT', 'MARKUP_SYNTAX_CHAT']);
    await connection.closePrompt?.({ target: space.name, ...posted, text: 'Deploy?', notice: 'Yes' });
    expect(syntaxes().at(-1)).toBeNull();
  });

  it('remove mentions and labelled links and keep other text', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const texts = [
      '<users/all> <USERS/1> <https://evil.example|https://bank.example> <b> a < b <https://plain.example> *x*',
    ] as const;
    await connection.sendPrompt(sampleQuestion({ target: space.name, texts: [...texts] }));
    expect(sim.messages(space)[0]?.text).toBe(
      '‹users/all> ‹USERS/1> ‹https://evil.example|https://bank.example> <b> a < b <https://plain.example> *x*',
    );
  });

  it.each([
    [
      'an image',
      'https://example.com/a%20b.PNG?x=1',
      { image: expect.objectContaining({ imageUrl: 'https://example.com/a%20b.PNG?x=1' }) },
    ],
    [
      'a link, when its address is not https',
      'http://example.com/a.png',
      { textParagraph: { text: '<a href="http://example.com/a.png">a.png</a>' } },
    ],
    [
      'a link, when it is not an image',
      'https://example.com/a.pdf?a=1&b="2"',
      { textParagraph: { text: expect.stringContaining('a=1&amp;b=&quot;2&quot;') } },
    ],
  ])('show an attachment as %s before and after closing', async (_name, url, widget) => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const posted = await connection.sendPrompt(sampleQuestion({ target: space.name, media: { kind: 'url', url } }));
    const widgets = () => sim.messages(space)[0]?.cardsV2?.[0]?.card.sections?.[0]?.widgets;
    expect(widgets()).toEqual([widget, { buttonList: expect.anything() }]);
    await connection.closePrompt?.({
      target: space.name,
      messageId: posted.messageId,
      ref: posted.ref,
      text: 'Deploy?\n\n✅ Yes',
      notice: 'Yes',
    });
    expect(widgets()).toEqual([widget]);
  });

  it('reject a file', async () => {
    const { sim, connection } = await start();
    const media = { kind: 'bytes', path: '/tmp/x', size: 1, contentType: 'image/png', filename: 'x.png' } as const;
    expect(
      await rejection(connection.sendPrompt(sampleQuestion({ target: sim.addSpace('Operations').name, media }))),
    ).toMatchObject({ code: 'invalid' });
  });

  it('treat a deleted message as closed', async () => {
    const { connection, sim } = await start();
    const space = sim.addSpace('Operations');
    const closed = {
      target: space.name,
      messageId: `${space.name}/messages/x.y`,
      ref: null,
      text: 'Closed',
      notice: 'Yes',
    };
    await expect(connection.closePrompt?.(closed)).resolves.toBeUndefined();
    expect(sim.calls({ method: 'spaces.messages.patch' })).toHaveLength(1);
  });

  it('reject an invalid target without calling Google', async () => {
    const { connection, sim } = await start();
    expect(
      await rejection(connection.sendPrompt(sampleQuestion({ target: 'https://chat.google.com/room/A' }))),
    ).toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });
});

describe('Google Chat sendMessage', () => {
  it("replies in the thread of a person's message and of an own message", async () => {
    const { sim, connection, receive } = await start();
    const space = sim.addSpace('Operations');
    await receive(sim.textEvent({ space, text: 'Hello' }));
    const [written] = sim.messages(space);
    const first = await connection.sendMessage({
      target: space.name,
      text: 'Hello yourself',
      replyTo: written?.name ?? '',
    });
    await connection.sendMessage({ target: space.name, text: 'Again', replyTo: first.messageId });
    expect(new Set(sim.messages(space).map(({ thread }) => thread.name)).size).toBe(1);
    expect(sim.calls({ method: 'spaces.messages.get' })).toEqual([]);
  });

  it('requests the thread of an older message, and posts to the space when it is unknown', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    sim.textEvent({ space, text: 'Hello' });
    const [written] = sim.messages(space);
    await connection.sendMessage({ target: space.name, text: 'Found', replyTo: written?.name ?? '' });
    expect(sim.messages(space).at(-1)?.thread).toEqual(written?.thread);
    sim.textEvent({ space, text: 'Another' });
    sim.failNext('spaces.messages.get', { error: { code: 404, message: 'Method not found.' } });
    await connection.sendMessage({
      target: space.name,
      text: 'Not found',
      replyTo: sim.messages(space).at(-1)?.name ?? '',
    });
    expect(sim.messages(space).at(-1)).toMatchObject({ text: 'Not found' });
  });
});
