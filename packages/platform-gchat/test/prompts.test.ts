import { describe, expect, it } from 'vitest';
import { question, rejection, start } from './harness.js';

describe('a question in Google Chat', () => {
  it('of several messages has its buttons on the last one, and a reply in the thread of any of them answers it', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const posted = await connection.sendPrompt(question({ target: space.name, texts: ['First part', 'Last part'] }));
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

  it('is taken back when its last message is refused', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    sim.failNext('spaces.messages.create', {
      when: (params) => params['text'] === 'Last',
      error: { code: 503, message: 'Down.' },
    });
    const error = await rejection(connection.sendPrompt(question({ target: space.name, texts: ['First', 'Last'] })));
    expect(error.code).toBe('unavailable');
    expect(sim.messages(space)).toEqual([]);
  });

  it('posted into a thread takes only quotations as replies: the thread is about other things too', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const { written } = await sim.writeText({ space, text: 'A topic' });
    const posted = await connection.sendPrompt(question({ target: written.thread.name }));
    expect(sim.messages(space).at(-1)?.thread).toEqual(written.thread);
    expect(posted.messageIds).toEqual([posted.messageId]);
  });

  it('mentions nobody and hides no address, and leaves other text as it is', async () => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const texts = [
      '<users/all> <USERS/1> <https://evil.example|https://bank.example> <b> a < b <https://plain.example> *x*',
    ] as const;
    await connection.sendPrompt(question({ target: space.name, texts: [...texts] }));
    expect(sim.messages(space)[0]?.text).toBe(
      '‹users/all> ‹USERS/1> ‹https://evil.example|https://bank.example> <b> a < b <https://plain.example> *x*',
    );
  });

  it.each([
    [
      'a picture',
      'https://example.com/a%20b.PNG?x=1',
      { image: expect.objectContaining({ imageUrl: 'https://example.com/a%20b.PNG?x=1' }) },
    ],
    [
      'a link, when its address is not secure',
      'http://example.com/a.png',
      { textParagraph: { text: '<a href="http://example.com/a.png">http://example.com/a.png</a>' } },
    ],
    [
      'a link, when it is no picture',
      'https://example.com/a.pdf?a=1&b="2"',
      { textParagraph: { text: expect.stringContaining('a=1&amp;b=&quot;2&quot;') } },
    ],
  ])('shows its attachment as %s, also when it is closed', async (_name, url, widget) => {
    const { sim, connection } = await start();
    const space = sim.addSpace('Operations');
    const posted = await connection.sendPrompt(question({ target: space.name, media: { kind: 'url', url } }));
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

  it('takes no file', async () => {
    const { sim, connection } = await start();
    const media = { kind: 'bytes', path: '/tmp/x', size: 1, contentType: 'image/png', filename: 'x.png' } as const;
    expect(
      await rejection(connection.sendPrompt(question({ target: sim.addSpace('Operations').name, media }))),
    ).toMatchObject({ code: 'invalid' });
  });

  it('that was deleted counts as closed', async () => {
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

  it('for what is no space is refused before anything is asked', async () => {
    const { connection, sim } = await start();
    expect(
      await rejection(connection.sendPrompt(question({ target: 'https://chat.google.com/room/A' }))),
    ).toMatchObject({ code: 'invalid' });
    expect(sim.calls()).toEqual([]);
  });
});

describe('a reply in Google Chat', () => {
  it("goes to the thread of a person's message, and to that of an own one", async () => {
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

  it('to an older message asks for its thread, and goes into the space when that cannot be told', async () => {
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
