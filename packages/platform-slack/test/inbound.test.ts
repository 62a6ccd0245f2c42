import { describe, expect, it } from 'vitest';
import { parseBody, parsePayload as parseWithFiles } from '../src/inbound.js';

/** No test here reads a file. */
const parsePayload = (payload: unknown) => parseWithFiles(payload, () => Promise.reject(new Error('Not read here.')));

const message = {
  type: 'message',
  user: 'U00ADA',
  text: 'Hello',
  channel: 'C00OPS',
  channel_type: 'channel',
  ts: '1767326125.870439',
  event_ts: '1767326125.870439',
  team: 'T001',
};
const callback = (event: object, rest: object = {}) => ({
  type: 'event_callback',
  event_id: 'Ev01',
  team_id: 'T001',
  event,
  ...rest,
});
const textOf = (event: object, rest?: object) => {
  const inbound = parsePayload(callback({ ...message, ...event }, rest));
  return inbound?.kind === 'message' && inbound.event.kind === 'text' ? inbound.event : null;
};

const press = {
  type: 'block_actions',
  user: { id: 'U00ADA', username: 'ada', name: 'ada', team_id: 'T001' },
  container: { type: 'message', message_ts: '1767326126.896109', channel_id: 'C00OPS', is_ephemeral: false },
  trigger_id: '10215325802133.3901254001572.2e2548aa918b',
  channel: { id: 'C00OPS', name: 'ops' },
  message: { type: 'message', user: 'U00BOT', ts: '1767326126.896109' },
  actions: [{ type: 'button', block_id: 'b', action_id: 'answer-0', value: '1.0.abc', action_ts: '1767326130.289415' }],
  response_url: 'https://hooks.slack.com/actions/T001/1/x',
};
const pressOf = (fields: object) => {
  const inbound = parsePayload({ ...press, ...fields });
  return inbound?.kind === 'press' ? inbound : null;
};

describe('Slack messages', () => {
  it('become a text event with the event id of Slack', () => {
    expect(textOf({})).toEqual({
      kind: 'text',
      id: 'Ev01',
      targets: ['C00OPS'],
      sender: { id: 'U00ADA', username: null, name: null },
      messageId: '1767326125.870439',
      text: 'Hello',
      replyTo: null,
    });
  });

  it('use the timestamp as event id when Slack sends none', () => {
    expect(textOf({}, { event_id: undefined })?.id).toBe('C00OPS:1767326125.870439');
  });

  it('in a thread reply to its first message and target both thread and channel', () => {
    expect(textOf({ thread_ts: '1767326100.000100' })).toMatchObject({
      targets: ['C00OPS:1767326100.000100', 'C00OPS'],
      messageId: '1767326100.000100:1767326125.870439',
      replyTo: '1767326100.000100',
    });
    expect(textOf({ thread_ts: message.ts })).toMatchObject({
      targets: ['C00OPS'],
      messageId: message.ts,
      replyTo: null,
    });
  });

  it('in a direct message also target the person', () => {
    expect(textOf({ channel: 'D001', channel_type: 'im' })?.targets).toEqual(['D001', 'U00ADA']);
  });

  it('have the sender names that Slack includes', () => {
    expect(textOf({ user_profile: { name: 'ada', display_name: '', real_name: 'Ada L' } })?.sender).toEqual({
      id: 'U00ADA',
      username: 'ada',
      name: 'Ada L',
    });
  });

  it.each([
    ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
    ['<@U1|grace> and <@U2> in <#C1|ops>', '@grace and @U2 in #ops'],
    ['<!here> <!subteam^S1|@devs> <!date^1^{date}|today>', '@here @devs today'],
    ['<https://a.example/?a=1&amp;b=2>', 'https://a.example/?a=1&b=2'],
    ['<https://a.example|docs>', 'docs (https://a.example)'],
    ['<http://a.example|a.example> <mailto:a@b.c|a@b.c>', 'a.example a@b.c'],
  ])('convert %s to %s', (text, shown) => {
    expect(textOf({ text })?.text).toBe(shown);
  });

  it('lose the mention of the app at the start', () => {
    const authorizations = [{ user_id: 'U00BOT', is_bot: true }];
    expect(textOf({ text: '<@U00BOT> yes' }, { authorizations })?.text).toBe('yes');
    expect(textOf({ text: '<@U00BOT>: ID:#1 yes' }, { authorizations })?.text).toBe('ID:#1 yes');
    expect(textOf({ text: '<@U00BOT>' }, { authorizations })).toBeNull();
    expect(textOf({ text: 'ask <@U00BOT>' }, { authorizations })?.text).toBe('ask @U00BOT');
    expect(textOf({ user: 'U00BOT', text: 'from the app itself' }, { authorizations })).toBeNull();
  });

  it('that mention the app have the same event id in both reports of Slack', () => {
    const text = '<@U00BOT> yes';
    const twice = [
      callback({ ...message, text }),
      callback({ ...message, text, type: 'app_mention' }, { event_id: 'Ev02' }),
    ];
    const [first, second] = twice.map((payload) => parsePayload(payload));
    expect(first).toMatchObject({ kind: 'message', event: { kind: 'text' } });
    expect(second).toEqual(first);
  });

  it.each([
    ['from a bot', { bot_id: 'B1' }],
    ['from a legacy integration', { subtype: 'bot_message', bot_id: 'B1', user: undefined }],
    ['from Slackbot', { user: 'USLACKBOT' }],
    ['that was edited', { subtype: 'message_changed', hidden: true }],
    ['that was deleted', { subtype: 'message_deleted', hidden: true }],
    ['about a person who joined', { subtype: 'channel_join' }],
    ['without text', { text: ' \n' }],
    ['of an unknown shape', { ts: 5 }],
    ['without a channel', { channel: undefined }],
  ])('%s are ignored', (_name, fields) => {
    expect(parsePayload(callback({ ...message, ...fields }))).toEqual({ kind: 'other' });
  });

  it('with a file have the text of its message', () => {
    expect(textOf({ subtype: 'file_share', files: [{ id: 'F1' }], text: 'see' })?.text).toBe('see');
  });
});

describe('Slack button presses', () => {
  it('become a press event with token, sender and target', () => {
    expect(pressOf({})).toEqual({
      kind: 'press',
      event: {
        kind: 'press',
        id: '1767326126.896109:1767326130.289415:U00ADA:1.0.abc',
        targets: ['C00OPS'],
        sender: { id: 'U00ADA', username: 'ada', name: 'ada' },
        messageId: '1767326126.896109',
        token: '1.0.abc',
        dialogHandle: expect.stringContaining(press.trigger_id),
      },
      isEnterprise: false,
      presser: { channel: 'C00OPS', user: 'U00ADA', thread: undefined, responseUrl: press.response_url },
    });
  });

  it('in a thread target the thread, and their notice goes there', () => {
    const container = { ...press.container, thread_ts: '1767326100.000100' };
    expect(pressOf({ container })).toMatchObject({
      event: { targets: ['C00OPS:1767326100.000100', 'C00OPS'] },
      presser: { thread: '1767326100.000100' },
    });
    // The question is the first message of its own thread.
    expect(pressOf({ message: { ...press.message, thread_ts: press.message.ts } })?.event.targets).toEqual(['C00OPS']);
  });

  it('are accepted with only a container, or a channel and a message, and a value', () => {
    expect(pressOf({ channel: null, message: undefined, trigger_id: undefined })?.event.targets).toEqual(['C00OPS']);
    expect(pressOf({ container: undefined })?.event.messageId).toBe(press.message.ts);
    expect(pressOf({ actions: [{ action_id: 'a', value: 'x' }] })?.event.token).toBe('x');
  });

  it.each([
    ['on a list of choices', { actions: [{ ...press.actions[0], type: 'static_select' }] }],
    ['on a button without a value', { actions: [{ type: 'button', action_id: 'x' }] }],
    ['on a button that is not ours', { actions: [{ type: 'button', value: 'x'.repeat(2000) }] }],
    ['in a modal', { channel: undefined, container: { type: 'view', view_id: 'V1' } }],
    ['without a user', { user: undefined }],
  ])('%s are ignored', (_name, fields) => {
    expect(parsePayload({ ...press, ...fields })).toEqual({ kind: 'other' });
  });
});

describe('parsePayload and parseBody', () => {
  it.each([undefined, null, 'text', 5, [], {}, { type: 5 }, { type: 'url_verification' }])(
    'return null for %j',
    (payload) => {
      expect(parsePayload(payload)).toBeNull();
    },
  );

  it.each(['reaction_added', 'view_submission', 'shortcut'])('ignore the type %s', (type) => {
    expect(parsePayload({ type })).toEqual({ kind: 'other' });
  });

  it('read JSON, the field payload of a form, and the form of a command', () => {
    expect(parseBody('{"type":"x"}')).toEqual({ type: 'x' });
    expect(parseBody(`payload=${encodeURIComponent('{"type":"ü & +"}')}`)).toEqual({ type: 'ü & +' });
    expect(parsePayload(parseBody('token=1&command=%2Fx'))).toEqual({ kind: 'command' });
    for (const body of ['', 'payload=', 'payload=%7B', 'token=1']) expect(parseBody(body)).toBeUndefined();
  });
});
