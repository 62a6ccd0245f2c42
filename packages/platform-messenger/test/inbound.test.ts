import { describe, expect, it } from 'vitest';
import { ADA, connect, fromPerson, PAGE, pageEvents, question, textMessage, signedRequest } from './harness.js';

async function receive(...events: readonly object[]) {
  const gateway = await connect();
  const reply = await gateway.connection.webhook!(signedRequest(pageEvents(...events)));
  return { ...gateway, reply };
}

const postback = (content: object = {}) =>
  fromPerson({ postback: { title: 'Yes', payload: 'p1.0.abcdef', ...content } });

describe('Messenger events', () => {
  it('become a text event with sender and replied message', async () => {
    const { events, reply } = await receive(
      fromPerson({ message: { mid: 'm_1', text: 'Grüße 🙂', reply_to: { mid: 'm_QUESTION' } } }),
    );
    expect(reply).toEqual({ status: 200 });
    expect(events).toEqual([
      {
        kind: 'text',
        id: 'm_1',
        targets: [ADA],
        sender: { id: ADA, username: null, name: null },
        occurredAt: 1_767_225_600_000,
        messageId: 'm_1',
        text: 'Grüße 🙂',
        replyTo: 'm_QUESTION',
      },
    ]);
  });

  it('use the id of a postback if it has one', async () => {
    const { events } = await receive(postback({ mid: 'm_PRESS' }));
    expect(events).toMatchObject([{ kind: 'press', id: 'm_PRESS', messageId: 'm_PRESS', token: 'p1.0.abcdef' }]);
  });

  it('give a postback without an id one that only its repetition shares', async () => {
    const { events } = await receive(postback(), postback(), postback({ payload: 'p1.1.abcdef' }), {
      ...postback(),
      timestamp: 1_767_225_600_001,
    });
    const [first, repeat, ...others] = events.map(({ id }) => id);
    expect(repeat).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
    expect(first?.length).toBeLessThanOrEqual(255);
  });

  it('map a quick reply to a press', async () => {
    const { events } = await receive(
      fromPerson({ message: { mid: 'm_2', text: 'Yes', quick_reply: { payload: 'p1.0.abcdef' } } }),
    );
    expect(events).toMatchObject([{ kind: 'press', id: 'm_2', token: 'p1.0.abcdef' }]);
  });

  it('map a press to the message with its button', async () => {
    const gateway = await connect({ fetch: async () => Response.json({ message_id: 'm_WITH_BUTTON' }) });
    await gateway.connection.sendPrompt(question());
    await gateway.connection.webhook!(signedRequest(pageEvents(postback())));
    expect(gateway.events).toMatchObject([{ messageId: 'm_WITH_BUTTON' }]);
  });

  it('are delivered from all entries of a request', async () => {
    const gateway = await connect();
    const [one] = pageEvents(textMessage('one'), textMessage('two')).entry;
    const [two] = pageEvents(textMessage('three')).entry;
    await gateway.connection.webhook!(signedRequest({ object: 'page', entry: [one, two] }));
    expect(gateway.events.map((event) => (event.kind === 'text' ? event.text : ''))).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['a delivery', fromPerson({ delivery: { mids: ['m_3'], watermark: 1 } })],
    ['a read', fromPerson({ read: { watermark: 1 } })],
    ['a reaction that was taken back', fromPerson({ reaction: { mid: 'm_3', action: 'unreact' } })],
    ['an echo', { sender: { id: PAGE }, recipient: { id: ADA }, message: { mid: 'm_4', text: 'hi', is_echo: true } }],
    ['the page itself', { sender: { id: PAGE }, recipient: { id: ADA }, message: { mid: 'm_5', text: 'hi' } }],
    ['an unknown shape', { sender: 'someone', message: 'something' }],
  ])('are acknowledged and ignored: %s', async (_name, event) => {
    const { events, reply } = await receive(event);
    expect([reply.status, events]).toEqual([200, []]);
  });

  it.each([
    [
      'a voice message',
      { message: { mid: 'm_6', attachments: [{ type: 'audio' }], reply_to: { mid: 'm_Q' } } },
      'm_6',
      'm_Q',
    ],
    [
      'a sticker',
      { message: { mid: 'm_7', attachments: [{ type: 'image', payload: { sticker_id: 1 } }] } },
      'm_7',
      null,
    ],
    ['a reaction', { reaction: { mid: 'm_Q', action: 'react', emoji: '❤' } }, 'm_Q', 'm_Q'],
  ])('map %s to an event without a text', async (_name, content, messageId, replyTo) => {
    const { events } = await receive(fromPerson(content));
    expect(events).toMatchObject([{ kind: 'other', messageId, replyTo, targets: [ADA], id: expect.any(String) }]);
  });

  it('of another page are left to that page', async () => {
    const gateway = await connect();
    const [own] = pageEvents(textMessage('for us')).entry;
    const entry = [own, { ...own, id: '999', messaging: [textMessage('not for us')] }];
    const reply = await gateway.connection.webhook!(signedRequest({ object: 'page', entry }));
    expect(reply).toEqual({ status: 200, otherAccounts: ['999'] });
    expect(gateway.events).toMatchObject([{ text: 'for us' }]);
    const { isAccount } = gateway.connection;
    expect([await isAccount!('999'), await isAccount!(PAGE)]).toEqual([false, true]);
  });

  it('are delivered while the page is unknown; its id is requested once a minute and then stored', async () => {
    const state = new Map<string, string>();
    let answers = [
      Response.error(),
      Response.json({ id: 'me', name: 'Nameless' }),
      Response.json({ id: PAGE, name: 'Ops' }),
    ];
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(url as string);
      const answer = answers.shift();
      if (answer?.type !== 'error') return answer ?? Response.error();
      throw new TypeError('fetch failed');
    };
    let now = 0;
    const gateway = await connect({ state, fetch, now: () => now });
    const hearOnce = async () => {
      const [own] = pageEvents(textMessage('hello')).entry;
      const entry = [own, { ...own, id: '999', messaging: [] }];
      return await gateway.connection.webhook!(signedRequest({ object: 'page', entry }));
    };
    expect(await hearOnce()).toEqual({ status: 200, otherAccounts: [PAGE, '999'] });
    await expect(gateway.connection.isAccount!(PAGE)).rejects.toMatchObject({ code: 'unavailable' });
    now = 60_000;
    expect(await hearOnce()).toEqual({ status: 200, otherAccounts: [PAGE, '999'] });
    expect(await gateway.connection.isAccount!(PAGE)).toBe(false);
    now = 120_000;
    expect(await hearOnce()).toEqual({ status: 200, otherAccounts: ['999'] });
    expect(asked).toHaveLength(3);
    expect(gateway.events).toHaveLength(3);
    answers = [];
    const later = await connect({ state, fetch });
    expect(await later.connection.isAccount!(PAGE)).toBe(true);
  });

  it('are delivered when another part of the request has an unknown shape', async () => {
    const { events } = await receive({ sender: 7 }, textMessage('still here'));
    expect(events).toMatchObject([{ text: 'still here' }]);
  });
});

describe('Messenger delivery reports', () => {
  it.each([
    [
      'a delivery with ids',
      { delivery: { mids: ['m_1', 'm_2'], watermark: 5 } },
      [{ id: 'm_1' }, { id: 'm_2' }],
      'delivered',
    ],
    ['a delivery without ids', { delivery: { watermark: 5 } }, [{ sentUntil: 5 }], 'delivered'],
    ['a read', { read: { watermark: 7 } }, [{ sentUntil: 7 }], 'read'],
  ])('come from %s', async (_name, content, messages, state) => {
    const { deliveryReports } = await receive(fromPerson(content));
    expect(deliveryReports).toEqual(messages.map((message) => ({ targets: [ADA], message, state, problem: null })));
  });

  it.each([{ delivery: {} }, { delivery: { mids: 7, watermark: '5' } }, { read: {} }, { read: 7 }])(
    'are ignored when they are malformed: %j',
    async (content) => {
      const { deliveryReports, reply } = await receive(fromPerson(content));
      expect([reply.status, deliveryReports]).toEqual([200, []]);
    },
  );
});

describe('Messenger standby events', () => {
  it('are named once in the log, and not handled', async () => {
    const gateway = await connect();
    const { messaging } = pageEvents(textMessage('for another app')).entry[0]!;
    const body = { object: 'page', entry: [{ id: PAGE, time: 1, standby: messaging }] };
    for (let time = 0; time < 2; time += 1) await gateway.connection.webhook!(signedRequest(body));
    expect(gateway.events).toEqual([]);
    expect(gateway.log).toEqual([expect.stringContaining('Conversation routing')]);
  });
});
