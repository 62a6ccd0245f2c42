import type { FakePlatform, PostedButton } from './fake-platform.js';
import { apiKey, channelId, chatId, talkId } from './names.js';
import type { EventShot, Shot } from './load/tasks.js';

/** Headers of a JSON request with the API key. */
export const json = { 'content-type': 'application/json', 'x-api-key': apiKey };

export const get = (path: string): Shot => ({ method: 'GET', path, headers: json });

const post = (path: string, body: object): Shot => ({
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
});

export const send = post('/v1/messages/send', { channel_id: talkId, text: 'The deployment is done.' });

export const create = (callbackUrl?: string, policy?: string): Shot =>
  post('/v1/prompts/new', {
    channel_id: channelId,
    text: 'Deploy version 2.4.0?',
    options: ['Deploy', 'Not today'],
    callback_url: callbackUrl,
    policy,
  });

/** A question about an action. */
export const createWithAction = (name: string, callbackUrl?: string): Shot =>
  post('/v1/prompts/new', {
    channel_id: channelId,
    text: 'Deploy version 2.4.0?',
    action: { name, args: { service: 'api', version: '2.4.0' } },
    decisions: ['approve', 'reject'],
    callback_url: callbackUrl,
  });

/** A rule for actions of this name. */
export const createRule = (name: string, then: object): Shot =>
  post('/v1/rules/new', { rule_id: name, actions: [name], then });

/** Presses of the button that gives a standing approval, of each prompt that was posted since the last call. No callback follows. */
export function grantPresses(fakePlatform: FakePlatform): EventShot[] {
  return fakePlatform
    .takeButtons()
    .map(({ messageId, data }) =>
      Object.assign(press(fakePlatform, { messageId, data: data.replace('.0.', '.g.') }, ada), { key: null }),
    );
}

/** A policy by which ten people decide. */
export const createPolicy = (id: string): Shot =>
  post('/v1/policies/new', { policy_id: id, name: 'Ten people', approvals: 10 });

/** Requests that end with their response, as events. */
export const repeated = (shot: Shot, count: number): EventShot[] =>
  Array.from({ length: count }, () => ({ ...shot, key: null }));

let updates = 0;

/** An update of the fake platform; each has an id of its own, because the gateway ignores repeated ones. */
function update(fakePlatform: FakePlatform, key: string, content: object): EventShot {
  updates += 1;
  return {
    key,
    method: 'POST',
    path: `/webhooks/default/telegram/${channelId}`,
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': fakePlatform.webhookSecret() ?? '',
    },
    body: JSON.stringify({ update_id: updates, ...content }),
  };
}

const ada = { id: chatId, is_bot: false, first_name: 'Ada' };

/** One press for each prompt that was posted since the last call. */
export function presses(fakePlatform: FakePlatform): EventShot[] {
  return fakePlatform.takeButtons().map((button) => press(fakePlatform, button, ada));
}

/** Presses by `people` people on each prompt that was posted since the last call. No callback follows. */
export function votes(fakePlatform: FakePlatform, people: number): EventShot[] {
  return fakePlatform.takeButtons().flatMap((button) =>
    Array.from({ length: people }, (_, index) => ({
      ...press(fakePlatform, button, { id: chatId + index, is_bot: false, first_name: `Person ${index}` }),
      key: null,
    })),
  );
}

function press(fakePlatform: FakePlatform, { messageId, data }: PostedButton, from: object): EventShot {
  return update(fakePlatform, data.split('.')[0] ?? '', {
    callback_query: {
      id: `${messageId}-${updates}`,
      from,
      message: { message_id: messageId, date: 1, chat: { id: chatId, type: 'private' } },
      chat_instance: '1',
      data,
    },
  });
}

/** The chat of the n-th channel that forwards messages. */
export const chatOfTalk = (index: number) => chatId + 1 + index;

/** Texts that people write, distributed over the first `channels` chats. */
export function messages(fakePlatform: FakePlatform, count: number, channels: number): EventShot[] {
  return Array.from({ length: count }, (_, index) => {
    const text = `Is version 2.4.${updates} deployed?`;
    return update(fakePlatform, text, {
      message: {
        message_id: updates,
        date: 1,
        chat: { id: chatOfTalk(index % channels), type: 'private' },
        from: ada,
        text,
      },
    });
  });
}
