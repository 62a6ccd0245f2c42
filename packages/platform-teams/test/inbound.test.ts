import { describe, expect, it } from 'vitest';
import { message, open, type Harness } from './harness.js';
import type { Activity } from '@gateway/simulators/teams';

async function read(activity: Activity): Promise<Harness['events'][number] | undefined> {
  const gateway = await open();
  expect((await gateway.receive(activity)).status).toBe(200);
  return gateway.events[0];
}

const thread = { id: '19:room@thread.tacv2;messageid=1767326000000' };

describe('Teams activities', () => {
  it('become a text event with sender and target', async () => {
    expect(await read(message())).toEqual({
      kind: 'text',
      id: '1767326091220|19:ops@thread.v2',
      targets: ['19:ops@thread.v2'],
      chat: { id: '19:ops@thread.v2', name: 'Ada' },
      sender: { id: 'ada-object', username: null, name: 'Ada', aliases: ['29:1abc'] },
      messageId: '1767326091220',
      text: 'Hello',
      replyTo: null,
    });
  });

  it('use the id of a sender without directory id and name', async () => {
    const event = await read(message({ from: { id: '29:1abc' } }));
    expect(event?.sender).toEqual({ id: '29:1abc', username: null, name: null });
  });

  it.each([
    [
      'a mention of the bot',
      '<at>Gateway</at> yes',
      { entities: [{ type: 'mention', mentioned: { id: '28:bot' }, text: '<at>Gateway</at>' }] },
      'yes',
    ],
    [
      'a mention by another name',
      '<at>Gate</at>&nbsp;yes',
      { entities: [{ type: 'mention', mentioned: { id: '28:bot' }, text: '<at>Gate</at>' }] },
      'yes',
    ],
    ['a mention without its entity', '<at>Gateway</at> yes', {}, 'yes'],
    ['a mention of a person', '<at>Gateway</at> ask <at id="1">Grace</at>', {}, 'ask Grace'],
    ['a quotation mark', '<quoted messageId="1767"/> yes', {}, 'yes'],
    ['text that looks like markup', 'a < b && c > <b>', {}, 'a < b && c > <b>'],
    ['entities of a wrong shape', 'yes', { entities: [null, 7, { type: 'mention' }, { type: 'quotedReply' }] }, 'yes'],
  ])('with %s are converted to plain text', async (_name, text, fields, expected) => {
    expect(await read(message({ text, ...fields }))).toMatchObject({ text: expected });
  });

  it('in a thread target the thread and the channel, and reply to its first message', async () => {
    expect(await read(message({ conversation: thread }))).toMatchObject({
      targets: ['19:room@thread.tacv2;messageid=1767326000000', '19:room@thread.tacv2'],
      replyTo: '1767326000000',
    });
  });

  it('that start a thread are not replies', async () => {
    expect(await read(message({ id: '1767326000000', conversation: thread }))).toMatchObject({ replyTo: null });
  });

  it.each([
    ['replyToId', { replyToId: '17' }, 'Hello'],
    [
      'a quote in the current format',
      { entities: [{ type: 'quotedReply', quotedReply: { messageId: '17' } }], text: '<quoted messageId="17"/>Hello' },
      'Hello',
    ],
    [
      'a quote in HTML',
      {
        text: 'Deploy?\r\n\r\n1 < 2\nand more',
        attachments: [
          {
            contentType: 'text/html',
            content:
              '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="17"><strong itemprop="mri">Bot</strong>' +
              '<p itemprop="preview">Deploy?</p></blockquote><p><at id="0">Gateway</at> 1 &lt; 2<br>and &amp;amp; more</p>',
          },
        ],
      },
      '1 < 2\nand &amp; more',
    ],
  ])('with %s reply to that message', async (_name, fields, text) => {
    expect(await read(message(fields))).toMatchObject({ replyTo: '17', text });
  });

  it.each([
    ['unclosed marks', '<at>'.repeat(9000), { text: '<at>'.repeat(8192) }],
    ['a too long text', 'x'.repeat(40_000), { text: 'x'.repeat(32_768) }],
    ['a closing mark only', 'yes</at> and no', { text: 'yes</at> and no' }],
    ['nested marks', '<at><at>Eve</at> and <at>Bob</at>', { text: '<at>Eve and Bob' }],
  ])('with %s are parsed up to 32 kB', async (_name, text, expected) => {
    expect(await read(message({ text, entities: [] }))).toMatchObject(expected);
  });

  it('with an unclosed quote in HTML use their plain text', async () => {
    const content = '<blockquote itemtype="http://schema.skype.com/Reply" itemid="17">'.repeat(500);
    const fields = { text: 'Hello', attachments: [{ contentType: 'text/html', content }] };
    expect(await read(message(fields))).toMatchObject({ text: 'Hello', replyTo: null });
  });

  it.each([
    ['a submit', { type: 'message', text: undefined, value: { token: 'p1.0.abc' } }],
    ['a submit of text', { type: 'message', text: undefined, value: '{"token":"p1.0.abc"}' }],
    [
      'an execute',
      {
        type: 'invoke',
        name: 'adaptiveCard/action',
        value: { action: { type: 'Action.Execute', verb: 'answer', data: { token: 'p1.0.abc' } } },
      },
    ],
  ])('with %s become a press on the message with the card', async (_name, fields) => {
    const id = 'f:975cac46';
    expect(await read(message({ id, replyToId: '17', ...fields }))).toMatchObject({
      kind: 'press',
      token: 'p1.0.abc',
      messageId: '17',
      id: `${id}|19:ops@thread.v2`,
    });
    expect(await read(message({ id, conversation: thread, ...fields }))).toMatchObject({
      kind: 'press',
      messageId: '1767326000000',
    });
  });

  it.each([
    ['from the bot itself', { from: { id: '28:bot' } }],
    ['from another bot', { from: { id: '28:another' } }],
    ['from a skill', { from: { id: 'x', role: 'skill' } }],
    ['without text', { text: '<at>Gateway</at> ' }],
    ['with a form of another program', { text: undefined, value: { approve: true } }],
    ['that is an edit', { type: 'messageUpdate' }],
    ['that is a reaction', { type: 'messageReaction', reactionsAdded: [{ type: 'like' }] }],
    ['that is a join', { type: 'conversationUpdate', membersAdded: [] }],
    ['that is typing', { type: 'typing' }],
    ['that is another invoke', { type: 'invoke', name: 'task/fetch' }],
    ['without a sender', { from: undefined }],
    ['without a conversation', { conversation: undefined }],
    ['with fields of wrong shapes', { from: 7, conversation: [], text: {}, entities: 'x' }],
  ])('%s are ignored', async (_name, fields) => {
    expect(await read(message(fields as Activity))).toBeUndefined();
  });

  it('keep their event id when redelivered, with or without an id, and it has at most 255 characters', async () => {
    const gateway = await open();
    const long = message({ id: 'f:1', conversation: { id: `a:${'x'.repeat(300)}` } });
    const nameless = message({ id: undefined });
    for (const activity of [long, long, nameless, nameless, message({ id: undefined, text: 'other' })])
      await gateway.receive(activity);
    const ids = gateway.events.map(({ id }) => id);
    expect([ids[0] === ids[1], ids[2] === ids[3], new Set(ids).size]).toEqual([true, true, 3]);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(255);
  });
});
