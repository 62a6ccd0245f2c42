import { sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { open } from './harness.js';

const actions = (activity: Record<string, unknown>) => {
  const [attachment] = activity['attachments'] as {
    content: { actions?: object[]; body: { type: string; actions?: object[] }[] };
  }[];
  return attachment!.content;
};

describe('Teams sendPrompt and closePrompt', () => {
  it('post a card whose buttons use Action.Execute with Action.Submit as fallback', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    const posted = await connection.sendPrompt(sampleQuestion({ target: chat.id }));
    const [shown] = sim.messages(chat);
    expect(posted).toEqual({ messageId: shown!.id, messageIds: [shown!.id], ref: null });
    expect(shown!.activity).toMatchObject({ type: 'message', summary: 'Deploy?' });
    expect(actions(shown!.activity)).toMatchObject({
      version: '1.4',
      body: [{ type: 'TextBlock', text: 'Deploy?', wrap: true }],
      actions: [
        {
          type: 'Action.Execute',
          title: 'Yes',
          verb: 'answer',
          data: { token: 'p1.0.abcdef' },
          fallback: { type: 'Action.Submit', title: 'Yes', data: { token: 'p1.0.abcdef' } },
        },
        { title: 'No' },
      ],
    });
  });

  it.each([
    [6, [6], []],
    [7, [], [4, 3]],
    [10, [], [5, 5]],
  ])('show all of %i options, at most six in a set', async (count, below, inside) => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    const buttons = Array.from({ length: count }, (_, place) => ({
      label: `${'ü'.repeat(60)} ${place}`,
      token: `t${place}`,
    }));
    await connection.sendPrompt(sampleQuestion({ target: chat.id, buttons }));
    const [shown] = sim.messages(chat);
    const card = actions(shown!.activity);
    expect(card.actions ? [card.actions.length] : []).toEqual(below);
    expect(card.body.flatMap((part) => (part.actions ? [part.actions.length] : []))).toEqual(inside);
    expect(shown!.buttons).toEqual(buttons.map(({ label }) => label));
  });

  it.each(['a *b* _c_ `d` \\ [e](https://evil.example) snake_case 2 * 3', '- one\n- two', 'C:\\_x_\\*', '**\n__'])(
    'escape %j',
    async (text) => {
      const { sim, connection } = await open();
      const chat = sim.addConversation();
      await connection.sendPrompt(sampleQuestion({ target: chat.id, texts: [text] }));
      expect(sim.messages(chat)[0]?.text.replaceAll('\n\n', '\n')).toBe(text);
      const [block] = actions(sim.messages(chat)[0]!.activity).body as unknown as { text: string }[];
      expect(block?.text).not.toMatch(/(^|[^\\])\]\(/);
    },
  );

  it('fit a text of the maximum length in any script', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    const buttons = Array.from({ length: 10 }, (_, place) => ({
      label: '語'.repeat(63) + String(place),
      token: 't'.repeat(32),
    }));
    await connection.sendPrompt(
      sampleQuestion({ target: chat.id, texts: ['語'.repeat(9000), '語'.repeat(6000)], buttons }),
    );
    expect(sim.messages(chat).map(({ text }) => text.length)).toEqual([9000, 6000]);
  });

  it('delete the posted messages when a later one fails', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    sim.failNext('sendToConversation', {
      when: ({ attachments }) => attachments !== undefined,
      answer: { status: 502, body: '' },
    });
    await expect(
      connection.sendPrompt(sampleQuestion({ target: chat.id, texts: ['one', 'two', 'three'] })),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(sim.messages(chat)).toEqual([]);
    expect(sim.calls({ method: 'deleteActivity' })).toHaveLength(2);
  });

  it.each([
    ['https://files.example/a/chart.PNG?x=1', { type: 'Image', url: 'https://files.example/a/chart.PNG?x=1' }],
    [
      'https://files.example/report(1).pdf',
      { type: 'TextBlock', text: '[report(1).pdf](https://files.example/report%281%29.pdf)' },
    ],
    ['http://files.example/a.png', { type: 'TextBlock', text: '[a.png](http://files.example/a.png)' }],
    [
      'https://files.example/M%C3%A4rz%0A%5B1%5D.pdf',
      { type: 'TextBlock', text: '[März\\[1\\].pdf](https://files.example/M%C3%A4rz%0A%5B1%5D.pdf)' },
    ],
    ['https://files.example/', { type: 'TextBlock', text: '[https://files.example/](https://files.example/)' }],
  ])('show or link the attachment %s before and after closing', async (url, expected) => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    const posted = await connection.sendPrompt(sampleQuestion({ target: chat.id, media: { kind: 'url', url } }));
    expect(actions(sim.messages(chat)[0]!.activity).body[1]).toMatchObject(expected);
    await connection.closePrompt!({
      target: chat.id,
      messageId: posted.messageId,
      ref: posted.ref,
      text: 'Done',
      notice: 'Done',
    });
    expect(actions(sim.messages(chat)[0]!.activity)).toMatchObject({ body: [{ text: 'Done' }, expected] });
    expect(sim.messages(chat)[0]).toMatchObject({ buttons: [], edits: 1 });
  });

  it('post to a thread of a channel and close there', async () => {
    const { sim, connection } = await open();
    const room = sim.addConversation({ type: 'channel' });
    const { messageId: root } = await connection.sendMessage({ target: room.id, text: 'root' });
    const target = `${room.id};messageid=${root}`;
    const posted = await connection.sendPrompt(sampleQuestion({ target }));
    await connection.closePrompt!({
      target,
      messageId: posted.messageId,
      ref: posted.ref,
      text: 'Done',
      notice: 'Done',
    });
    expect(sim.messages(room)[1]).toMatchObject({ conversation: target, text: 'Done' });
  });

  it('treat a deleted message as closed and report other errors', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    const closed = { target: chat.id, messageId: '1', ref: null, text: 'Done', notice: 'Done' };
    await connection.closePrompt!(closed);
    await sim.uninstall(chat);
    await expect(connection.closePrompt!(closed)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('Teams sendMessage', () => {
  it('sends a reply without the reference when the replied message is deleted', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    await connection.sendMessage({ target: chat.id, text: 'hello', replyTo: '17' });
    expect(sim.messages(chat)).toMatchObject([{ text: 'hello' }]);
    expect(sim.calls().map(({ method, status }) => [method, status])).toEqual([
      ['token', 200],
      ['sendToConversation', 404],
      ['sendToConversation', 201],
    ]);
  });

  it('places a reply in the thread of a channel', async () => {
    const { sim, connection } = await open();
    const room = sim.addConversation({ type: 'channel' });
    const { messageId: root } = await connection.sendMessage({ target: room.id, text: 'root' });
    const thread = `${room.id};messageid=${root}`;
    await connection.sendMessage({ target: room.id, text: 'by its first message', replyTo: root });
    const { messageId: later } = await connection.sendMessage({ target: thread, text: 'by its id' });
    await connection.sendMessage({ target: thread, text: 'to a later message', replyTo: later });
    expect(sim.messages(room).map(({ conversation }) => conversation)).toEqual([thread, thread, thread, thread]);
  });

  it('sends a text once when the answer contains no id', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    sim.failNext('sendToConversation', { afterEffect: true, answer: { status: 201, body: {} } });
    expect(await connection.sendMessage({ target: chat.id, text: 'x', replyTo: '' })).toEqual({
      messageId: '',
      messageIds: [],
      ref: null,
    });
    expect(sim.messages(chat)).toHaveLength(1);
  });

  it.each(['', ' ', 'a b'])('rejects the target %j without calling Teams', async (target) => {
    const { sim, connection } = await open();
    await expect(connection.sendMessage({ target, text: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      hint: expect.stringContaining('19:'),
    });
    expect(sim.calls()).toEqual([]);
  });

  it.each([
    [401, 'BotNotRegistered', 'auth', 'channel of the Azure Bot'],
    [403, 'BotDisabledByAdmin', 'forbidden', 'administrator'],
    [403, 'Unheard', 'forbidden', 'Install the app'],
    [404, 'ConversationNotFound', 'not_found', 'conversation id'],
    [400, 'BadSyntax', 'invalid', null],
    [413, 'MessageSizeTooBig', 'invalid', 'shorter'],
    [412, 'PreconditionFailed', 'unavailable', null],
    [500, 'ServiceError', 'unavailable', null],
    [504, 'GatewayTimeout', 'unavailable', null],
  ])('maps an error %i %s to %s', async (status, code, expected, hint) => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    sim.failNext('sendToConversation', {
      times: 2,
      answer: { status, body: { error: { code, message: 'What is wrong' } } },
    });
    const error: unknown = await connection
      .sendMessage({ target: chat.id, text: 'x' })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: expected,
      message: `Microsoft Teams: ${code}: What is wrong.`,
      hint: hint === null ? null : expect.stringContaining(hint),
    });
  });

  it.each([
    ['3', 3000],
    [new Date(Date.now() + 60_000).toUTCString(), 60_000],
    ['', 1000],
  ])('maps a rate limit with Retry-After %j to its wait time', async (header, ms) => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    sim.failNext('sendToConversation', { answer: { status: 429, headers: { 'retry-after': header }, body: {} } });
    const error = (await connection.sendMessage({ target: chat.id, text: 'x' }).catch((caught: unknown) => caught)) as {
      code: string;
      retryAfterMs: number;
    };
    expect(error.code).toBe('rate_limited');
    expect(Math.abs(error.retryAfterMs - ms)).toBeLessThan(10_000);
  });

  it('stops when the caller aborts', async () => {
    const { sim, connection } = await open();
    const chat = sim.addConversation();
    sim.failNext('sendToConversation', { hang: true });
    const abort = new AbortController();
    const sending = connection.sendMessage({ target: chat.id, text: 'x' }, abort.signal);
    await expect.poll(() => sim.calls({ method: 'sendToConversation' }).length).toBe(1);
    abort.abort();
    await expect(sending).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('cancelled') });
  });
});
