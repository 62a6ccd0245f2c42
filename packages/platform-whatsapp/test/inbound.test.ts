import { describe, expect, it } from 'vitest';
import { changeOf, connect, credentials, textMessage, signedRequest } from './harness.js';

const PHONE = credentials.phone_number_id;
const ADA = '4915100000001';

async function receive(value: object, phone = PHONE) {
  const gateway = await connect();
  const reply = await gateway.connection.webhook!(signedRequest(changeOf(phone, value)));
  return { ...gateway, reply };
}

describe('WhatsApp events', () => {
  it('become a text event that targets every form of the number', async () => {
    const contacts = [{ profile: { name: 'Ada L.', username: 'ada' }, wa_id: ADA, user_id: 'DE.13491208655302741918' }];
    const message = { ...textMessage(ADA, 'Grüße 🙂'), from_user_id: 'DE.13491208655302741918' };
    const { events, reply } = await receive({ contacts, messages: [message] });
    expect(reply).toEqual({ status: 200 });
    expect(events).toEqual([
      {
        kind: 'text',
        id: message.id,
        targets: [ADA, `+${ADA}`, 'DE.13491208655302741918'],
        chat: { id: ADA, name: 'Ada L.' },
        sender: { id: ADA, username: 'ada', name: 'Ada L.', aliases: [`+${ADA}`, 'DE.13491208655302741918'] },
        occurredAt: Number(message.timestamp) * 1000,
        messageId: message.id,
        text: 'Grüße 🙂',
        replyTo: null,
      },
    ]);
  });

  it('use the business-scoped id of a person who hides the number', async () => {
    const { from: _, ...message } = textMessage(ADA, 'Hello');
    const hidden = { ...message, from_user_id: 'US.1234567890' };
    const contacts = [{ profile: { name: 'Ada', username: 'ada' }, user_id: 'US.1234567890' }];
    const { events } = await receive({ contacts, messages: [hidden] });
    expect(events).toMatchObject([{ targets: ['US.1234567890'], sender: { id: 'US.1234567890', username: 'ada' } }]);
  });

  it.each([
    ['Mexico', '5215512345678', '525512345678'],
    ['Argentina', '5491123456789', '541123456789'],
    ['Brazil', '551187654321', '5511987654321'],
    ['Brazil', '5511987654321', '551187654321'],
  ])('target both forms of a mobile number of %s', async (_country, from, registered) => {
    const { events } = await receive({ messages: [textMessage(from, 'Hello')] });
    expect(events[0]?.targets).toEqual(expect.arrayContaining([from, `+${from}`, registered, `+${registered}`]));
    expect(events[0]?.targets[0]).toBe(from);
  });

  it('map a press to its token and message', async () => {
    const press = {
      from: ADA,
      id: 'wamid.PRESS',
      timestamp: '1767225600',
      type: 'interactive',
      context: { from: '15550100001', id: 'wamid.QUESTION' },
      interactive: { type: 'button_reply', button_reply: { id: 'p1.0.abcdef', title: 'Yes' } },
    };
    const { events } = await receive({ messages: [press] });
    expect(events).toMatchObject([
      {
        kind: 'press',
        id: 'wamid.PRESS',
        messageId: 'wamid.QUESTION',
        token: 'p1.0.abcdef',
        targets: [ADA, `+${ADA}`],
      },
    ]);
  });

  it('map a press on a button of a template, or of a question outside the window, to its token and message', async () => {
    const { events } = await receive({
      messages: [
        {
          from: ADA,
          id: 'wamid.PRESS',
          type: 'button',
          context: { from: '15550100001', id: 'wamid.QUESTION' },
          button: { payload: 'p1.0.abcdef', text: 'Yes' },
        },
      ],
    });
    expect(events).toMatchObject([
      { kind: 'press', id: 'wamid.PRESS', messageId: 'wamid.QUESTION', token: 'p1.0.abcdef', label: 'Yes' },
    ]);
  });

  it('have the replied message of a reply and the caption of an image', async () => {
    const reply = { ...textMessage(ADA, 'yes'), context: { id: 'wamid.QUESTION' } };
    const picture = { from: ADA, id: 'wamid.PIC', type: 'image', image: { id: '1', caption: 'like this' } };
    const { events } = await receive({ messages: [reply, picture] });
    expect(events).toMatchObject([{ replyTo: 'wamid.QUESTION' }, { text: 'like this', replyTo: null }]);
  });

  it.each([
    ["a template's button without a payload", { type: 'button', button: { text: 'Call me' } }],
    [
      'a list',
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Call me' } } },
    ],
  ])('map a choice from %s of another program to a text with the chosen label', async (_name, choice) => {
    const { events } = await receive({
      messages: [
        { from: ADA, id: 'wamid.CHOICE', timestamp: '1767225600', context: { id: 'wamid.THEIRS' }, ...choice },
      ],
    });
    expect(events).toMatchObject([
      { kind: 'text', text: 'Call me', replyTo: 'wamid.THEIRS', targets: [ADA, `+${ADA}`] },
    ]);
  });

  it('of all entries and changes of a request are delivered in one call', async () => {
    const gateway = await connect();
    const batches: number[] = [];
    gateway.deliver = async (batch) => {
      batches.push(batch.length);
      return batch.map(() => ({ result: 'forwarded', notice: null, closedText: null }));
    };
    const [one] = changeOf(PHONE, { messages: [textMessage(ADA, 'one'), textMessage(ADA, 'two')] }).entry;
    const [two] = changeOf(PHONE, { messages: [textMessage(ADA, 'three')] }).entry;
    const entry = [{ id: '1', changes: [...one!.changes, ...two!.changes] }, two];
    await gateway.connection.webhook!(signedRequest({ object: 'whatsapp_business_account', entry }));
    expect(batches).toEqual([4]);
  });

  it.each([
    ['statuses', { statuses: [{ id: 'wamid.1', status: 'sent', timestamp: '1', recipient_id: ADA }] }],
    [
      'a reaction that was taken back',
      { messages: [{ from: ADA, id: 'wamid.2', type: 'reaction', reaction: { message_id: 'x' } }] },
    ],
    [
      'an unsupported message',
      { messages: [{ from: ADA, id: 'wamid.4', type: 'unsupported', errors: [{ code: 131_051 }] }] },
    ],
    ['a group', { messages: [{ ...textMessage(ADA, 'all of you'), group_id: 'G1' }] }],
    ['no sender', { messages: [{ id: 'wamid.5', type: 'text', text: { body: 'x' } }] }],
    ['unknown shapes', { messages: [7, { id: 8 }, null], contacts: 'none', statuses: { id: 1 } }],
  ])('are acknowledged and ignored: %s', async (_name, value) => {
    const { events, reply } = await receive(value);
    expect([reply.status, events]).toEqual([200, []]);
  });

  it.each([
    ['a voice message', { type: 'audio', audio: { id: '1' }, context: { id: 'wamid.Q' } }, 'wamid.V', 'wamid.Q'],
    ['an image without a caption', { type: 'image', image: { id: '1' } }, 'wamid.V', null],
    ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.Q', emoji: '👍' } }, 'wamid.Q', 'wamid.Q'],
  ])('map %s to an event without a text', async (_name, content, messageId, replyTo) => {
    const { events } = await receive({ messages: [{ from: ADA, id: 'wamid.V', ...content }] });
    expect(events).toMatchObject([{ kind: 'other', id: 'wamid.V', messageId, replyTo }]);
  });

  it('are delivered when another part of the request has an unknown shape', async () => {
    const { events } = await receive({ contacts: [7], messages: [{ id: 8 }, textMessage(ADA, 'still here')] });
    expect(events).toMatchObject([{ text: 'still here' }]);
  });

  it('of another business number are left to that number', async () => {
    const { connection, events, reply } = await receive({ messages: [textMessage(ADA, 'not for you')] }, '999');
    expect([reply, events]).toEqual([{ status: 200, otherAccounts: ['999'] }, []]);
    expect([await connection.isAccount!('999'), await connection.isAccount!(PHONE)]).toEqual([false, true]);
  });
});

describe('WhatsApp statuses', () => {
  const errors = [{ code: 131_047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours.' } }];

  it.each([
    ['delivered', {}, 'delivered', null],
    ['read', {}, 'read', null],
    [
      'failed',
      { errors },
      'failed',
      expect.stringMatching(/^WhatsApp: Re-engagement message: More than 24 hours.*24 hours after/),
    ],
    ['failed', {}, 'failed', expect.stringContaining('WhatsApp')],
  ])('become a delivery report: %s %j', async (status, fields, state, problem) => {
    const { deliveryReports, events } = await receive({
      statuses: [{ id: 'wamid.1', status, recipient_id: ADA, recipient_user_id: 'DE.1', ...fields }],
    });
    expect(deliveryReports).toEqual([
      { targets: [ADA, `+${ADA}`, 'DE.1'], message: { id: 'wamid.1' }, state, problem },
    ]);
    expect(events).toEqual([]);
  });

  it('of unknown shapes are ignored, and do not hide the others', async () => {
    const good = { id: 'wamid.2', status: 'delivered', recipient_id: ADA };
    const { deliveryReports, reply } = await receive({
      statuses: [
        7,
        { id: 1 },
        { id: 'wamid.3', status: 'deleted', recipient_id: ADA },
        { id: 'wamid.4', status: 'read' },
        good,
      ],
    });
    expect([reply.status, deliveryReports.map(({ message }) => message)]).toEqual([200, [{ id: 'wamid.2' }]]);
  });
});

describe('WhatsApp people', () => {
  const ID = 'DE.13491208655302741918';
  const withBoth = { ...textMessage(ADA, 'Hello'), from_user_id: ID };
  const idOnly = () => {
    const { from: _, ...message } = textMessage(ADA, 'Hello again');
    return { ...message, from_user_id: ID };
  };

  async function hear(gateway: Awaited<ReturnType<typeof connect>>, value: object) {
    await gateway.connection.webhook!(signedRequest(changeOf(PHONE, value)));
    return gateway.events.at(-1)?.targets;
  }

  it('are found by their number when later events have the business-scoped id only, also after a restart', async () => {
    const state = new Map<string, string>();
    const gateway = await connect({ state });
    gateway.deliver = async (batch) => batch.map(() => ({ result: 'forwarded', notice: null, closedText: null }));
    await hear(gateway, { messages: [withBoth] });
    expect(await hear(gateway, { messages: [idOnly()] })).toEqual([ID, ADA, `+${ADA}`]);
    const restarted = await connect({ state });
    expect(await hear(restarted, { messages: [idOnly()] })).toEqual([ID, ADA, `+${ADA}`]);
    await hear(restarted, { statuses: [{ id: 'wamid.1', status: 'read', recipient_user_id: ID }] });
    expect(restarted.deliveryReports[0]?.targets).toEqual([ID, ADA, `+${ADA}`]);
  });

  it('without a channel are not stored', async () => {
    const gateway = await connect();
    await hear(gateway, { messages: [withBoth] });
    expect(await hear(gateway, { messages: [idOnly()] })).toEqual([ID]);
    expect(gateway.state.size).toBe(0);
  });

  it('who change their number are reported with both numbers', async () => {
    const system = { type: 'user_changed_number', wa_id: '4915100000099', body: 'Ada changed the number' };
    const { moved, events } = await receive({ messages: [{ from: ADA, id: 'wamid.S', type: 'system', system }] });
    expect(moved).toEqual([{ from: expect.arrayContaining([ADA, `+${ADA}`]), to: '4915100000099' }]);
    expect(events).toEqual([]);
  });
});
