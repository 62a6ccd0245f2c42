import { describe, expect, it } from 'vitest';
import { start } from './harness.js';

const ada = { name: 'users/1', displayName: 'Ada', type: 'HUMAN' };
const space = { name: 'spaces/A', type: 'ROOM', spaceType: 'SPACE' };
const message = { name: 'spaces/A/messages/T.M', sender: ada, text: 'hello', thread: { name: 'spaces/A/threads/T' } };
const text = (fields: object, more: object = {}) => ({
  type: 'MESSAGE',
  user: ada,
  space,
  message: { ...message, ...fields },
  ...more,
});
const press = (fields: object) => ({
  type: 'CARD_CLICKED',
  eventTime: '2026-11-21T10:00:00.123456Z',
  user: ada,
  space,
  message,
  ...fields,
});
const addon = (chat: object, parameters: object = {}) => ({
  commonEventObject: { parameters },
  chat: { user: ada, eventTime: '2026-11-21T10:00:00Z', ...chat },
});

async function eventOf(request: unknown) {
  const { receive, events } = await start();
  expect(await receive(request)).toMatchObject({ status: 200, body: {} });
  return events[0];
}

describe('Google Chat events', () => {
  it('map a message to a text event (sender, targets, thread first)', async () => {
    expect(await eventOf(text({}))).toEqual({
      kind: 'text',
      id: 'spaces/A/messages/T.M',
      targets: ['spaces/A/threads/T', 'spaces/A', 'A'],
      chat: { id: 'spaces/A', name: 'Ada' },
      sender: { id: 'users/1', username: null, name: 'Ada' },
      messageId: 'spaces/A/messages/T.M',
      text: 'hello',
      replyTo: 'spaces/A/threads/T',
      thread: 'T',
    });
  });

  it.each([
    ['the text without the mention, from argumentText', { text: '@Gateway hello', argumentText: ' hello' }, 'hello'],
    [
      'the text without the mention, from its annotation',
      {
        text: '@Chat App Demo hello',
        annotations: [{ type: 'USER_MENTION', length: 14, userMention: { user: { name: 'users/9', type: 'BOT' } } }],
      },
      'hello',
    ],
    [
      "the text with a person's mention",
      {
        text: '@Grace hello',
        annotations: [
          { type: 'USER_MENTION', startIndex: 0, length: 6, userMention: { user: { name: 'users/2', type: 'HUMAN' } } },
        ],
      },
      '@Grace hello',
    ],
    ['several lines', { text: 'one\ntwo' }, 'one\ntwo'],
  ])('contain %s', async (_name, fields, expected) => {
    expect(await eventOf(text(fields))).toMatchObject({ text: expected });
  });

  it.each([
    [
      'a quotation, before the thread',
      { quotedMessageMetadata: { name: 'spaces/A/messages/T.Q' } },
      'spaces/A/messages/T.Q',
    ],
    ['the thread', { threadReply: true }, 'spaces/A/threads/T'],
    ['nothing, when threadReply is false', { threadReply: false }, null],
    ['nothing, when it starts its thread', { name: 'spaces/A/messages/T.T' }, null],
    ['nothing, without a thread', { thread: undefined }, null],
  ])('reply to %s', async (_name, fields, replyTo) => {
    expect(await eventOf(text(fields))).toMatchObject({ replyTo });
  });

  it.each([
    ['parameters by name', { common: { parameters: { token: '1.0.abc' }, invokedFunction: 'answer' } }],
    [
      'parameters as a list',
      { action: { actionMethodName: 'answer', parameters: [{ key: 'token', value: '1.0.abc' }] } },
    ],
  ])('map a press with %s', async (_name, fields) => {
    expect(await eventOf(press(fields))).toEqual({
      kind: 'press',
      id: 'spaces/A/messages/T.M users/1 2026-11-21T10:00:00.123456Z',
      targets: ['spaces/A/threads/T', 'spaces/A', 'A'],
      chat: { id: 'spaces/A', name: 'Ada' },
      sender: { id: 'users/1', username: null, name: 'Ada' },
      messageId: 'spaces/A/messages/T.M',
      token: '1.0.abc',
    });
  });

  it('from an add-on equal those from a Chat app', async () => {
    expect(await eventOf(addon({ messagePayload: { space, message } }))).toMatchObject({
      kind: 'text',
      text: 'hello',
      sender: { id: 'users/1' },
    });
    expect(await eventOf(addon({ buttonClickedPayload: { space, message } }, { token: '1.0.abc' }))).toMatchObject({
      kind: 'press',
      id: 'spaces/A/messages/T.M users/1 2026-11-21T10:00:00Z',
      token: '1.0.abc',
    });
  });

  it('take a missing sender or space from other fields', async () => {
    expect(await eventOf({ type: 'MESSAGE', message: { ...message, thread: null } })).toMatchObject({
      sender: { id: 'users/1' },
      targets: ['spaces/A', 'A'],
    });
  });

  it('have an id of at most 255 characters', async () => {
    const long = `spaces/A/messages/${'x'.repeat(300)}`;
    const event = await eventOf(text({ name: long }));
    expect(event?.id.length).toBeLessThanOrEqual(255);
    expect(event?.messageId).toBe(long);
  });

  it.each([
    ['a text from an app', text({}, { user: { name: 'users/9', type: 'BOT' } })],
    ['a text of spaces', text({ text: '  ' })],
    ['an attachment without text', text({ text: undefined, attachment: [{}] })],
    ['a press of a button that is not ours', press({ common: { parameters: { other: 'x' } } })],
    ['a press whose token is not a string', press({ common: { parameters: { token: 7 } } })],
    ['a text without a sender', { type: 'MESSAGE', space, message: { ...message, sender: undefined } }],
    ['a text without a message', { type: 'MESSAGE', user: ada, space }],
    ['an addition to a space', { type: 'ADDED_TO_SPACE', user: ada, space, message }],
    ['a removal', { type: 'REMOVED_FROM_SPACE', user: ada, space }],
    ['an addition of an add-on', addon({ addedToSpacePayload: { space } })],
    ['an event of the future', { type: 'SOMETHING_NEW', space: 7, message: [], chat: null }],
    ['an empty object', {}],
  ])('ignore %s', async (_name, request) => {
    expect(await eventOf(request)).toBeUndefined();
  });
});
