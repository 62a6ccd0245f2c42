import { describe, expect, it } from 'vitest';
import { message, open, type Harness } from './harness.js';
import type { Activity } from '@gateway/simulators/teams';

async function read(activity: Activity): Promise<Harness['events'][number] | undefined> {
  const gateway = await open();
  expect((await gateway.hear(activity)).status).toBe(200);
  return gateway.events[0];
}

const thread = { id: '19:room@thread.tacv2;messageid=1767326000000' };

describe('an activity', () => {
  it('that is a text tells who wrote it where', async () => {
    expect(await read(message())).toEqual({
      kind: 'text',
      id: '1767326091220|19:ops@thread.v2',
      targets: ['19:ops@thread.v2'],
      sender: { id: 'ada-object', username: null, name: 'Ada' },
      messageId: '1767326091220',
      text: 'Hello',
      replyTo: null,
    });
  });

  it('without a directory id and name goes by the id of the sender', async () => {
    expect(await read(message({ from: { id: '29:1abc' } }))).toMatchObject({ sender: { id: '29:1abc', name: null } });
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
    ['what only looks like markup', 'a < b && c > <b>', {}, 'a < b && c > <b>'],
    ['entities of a wrong shape', 'yes', { entities: [null, 7, { type: 'mention' }, { type: 'quotedReply' }] }, 'yes'],
  ])('that has %s reads as its words', async (_name, text, fields, expected) => {
    expect(await read(message({ text, ...fields }))).toMatchObject({ text: expected });
  });

  it('in a thread of a channel names the thread and the channel, and replies to its root', async () => {
    expect(await read(message({ conversation: thread }))).toMatchObject({
      targets: ['19:room@thread.tacv2;messageid=1767326000000', '19:room@thread.tacv2'],
      replyTo: '1767326000000',
    });
  });

  it('that begins a thread replies to nothing', async () => {
    expect(await read(message({ id: '1767326000000', conversation: thread }))).toMatchObject({ replyTo: null });
  });

  it.each([
    ['replyToId', { replyToId: '17' }, 'Hello'],
    [
      'a quote of today',
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
  ])('with %s replies to that message', async (_name, fields, text) => {
    expect(await read(message(fields))).toMatchObject({ replyTo: '17', text });
  });

  it.each([
    ['marks that never end', '<at>'.repeat(9000), { text: '<at>'.repeat(8192) }],
    ['a text that is too long', 'x'.repeat(40_000), { text: 'x'.repeat(32_768) }],
    ['an end without a mark', 'yes</at> and no', { text: 'yes</at> and no' }],
    ['marks in marks', '<at><at>Eve</at> and <at>Bob</at>', { text: '<at>Eve and Bob' }],
  ])('with %s is read up to 32 kB', async (_name, text, expected) => {
    expect(await read(message({ text, entities: [] }))).toMatchObject(expected);
  });

  it('with a quote in HTML that never ends is read as its plain text', async () => {
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
  ])('that is %s is a press on the message with the card', async (_name, fields) => {
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
    ['its own', { from: { id: '28:bot' } }],
    ['of another bot', { from: { id: '28:another' } }],
    ['of a skill', { from: { id: 'x', role: 'skill' } }],
    ['without words', { text: '<at>Gateway</at> ' }],
    ['with a foreign form in it', { text: undefined, value: { approve: true } }],
    ['that is an edit', { type: 'messageUpdate' }],
    ['that is a reaction', { type: 'messageReaction', reactionsAdded: [{ type: 'like' }] }],
    ['that is a join', { type: 'conversationUpdate', membersAdded: [] }],
    ['that is typing', { type: 'typing' }],
    ['that is another invoke', { type: 'invoke', name: 'task/fetch' }],
    ['from nobody', { from: undefined }],
    ['from nowhere', { conversation: undefined }],
    ['with fields of wrong shapes', { from: 7, conversation: [], text: {}, entities: 'x' }],
  ])('%s is taken without a word', async (_name, fields) => {
    expect(await read(message(fields as Activity))).toBeUndefined();
  });

  it('is the same event however often it comes, with or without an id, and its id is never too long', async () => {
    const gateway = await open();
    const long = message({ id: 'f:1', conversation: { id: `a:${'x'.repeat(300)}` } });
    const nameless = message({ id: undefined });
    for (const activity of [long, long, nameless, nameless, message({ id: undefined, text: 'other' })])
      await gateway.hear(activity);
    const ids = gateway.events.map(({ id }) => id);
    expect([ids[0] === ids[1], ids[2] === ids[3], new Set(ids).size]).toEqual([true, true, 3]);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThanOrEqual(255);
  });
});
