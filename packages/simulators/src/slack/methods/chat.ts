import { findChannel, findThread, findWritable } from '../access.js';
import { readBlocks } from '../blocks.js';
import { invalidBlocks, SlackError } from '../errors.js';
import type { SlackBlock, SlackMessage } from '../types.js';
import type { Invocation, Method } from './method.js';

const MAX_POST_LENGTH = 40_000;
const MAX_UPDATE_LENGTH = 4000;

export const postMessage: Method = {
  scope: 'chat:write',
  async run(invocation) {
    const { state, params, limits } = invocation;
    const channel = findWritable(state, params.required('channel'));
    const thread = findThread(state, channel, params.text('thread_ts'));
    const content = await readContent(invocation, MAX_POST_LENGTH);
    limits.spend(channel.id);
    const { app, team } = state;
    const parent = thread === undefined ? undefined : state.find(channel, thread);
    const message = state.post(channel, {
      type: 'message',
      ts: state.newTs(),
      user: app.user.id,
      team: team.id,
      bot_id: app.botId,
      app_id: app.id,
      ...content,
      ...(parent && { thread_ts: parent.ts, parent_user_id: parent.user }),
    });
    return { channel: channel.id, ts: message.ts, message };
  },
};

export const update: Method = {
  scope: 'chat:write',
  async run(invocation) {
    const { state, params } = invocation;
    // Unlike chat.postMessage, it accepts only channel ids.
    const channel = state.channels.get(params.required('channel'));
    if (!channel || !channel.members.has(state.app.user.id)) throw new SlackError('channel_not_found');
    const ts = params.required('ts');
    requireOwn(state.find(channel, ts), invocation, 'cant_update_message');
    const content = await readContent(invocation, MAX_UPDATE_LENGTH);
    const edited = { user: state.app.user.id, ts: state.newTs() };
    const message = state.edit(channel, ts, { blocks: [], ...content, edited });
    return { channel: channel.id, ts, text: message.text, message };
  },
};

export const remove: Method = {
  scope: 'chat:write',
  run(invocation) {
    const { state, params } = invocation;
    const channel = findChannel(state, params.required('channel'));
    const ts = params.required('ts');
    requireOwn(state.find(channel, ts), invocation, 'cant_delete_message');
    state.remove(channel, ts);
    return { channel: channel.id, ts };
  },
};

export const postEphemeral: Method = {
  scope: 'chat:write',
  async run(invocation) {
    const { state, params } = invocation;
    const channel = findWritable(state, params.required('channel'));
    const user = params.required('user');
    if (!channel.members.has(user)) throw new SlackError('user_not_in_channel');
    const thread = findThread(state, channel, params.text('thread_ts'));
    const { text } = await readContent(invocation, MAX_POST_LENGTH);
    state.notify({
      channel: channel.id,
      user,
      text,
      ...(thread !== undefined && { thread_ts: thread }),
      via: 'chat.postEphemeral',
    });
    return { message_ts: state.newTs() };
  },
};

async function readContent(
  { params, fetchUrls }: Invocation,
  max: number,
): Promise<{ text: string; blocks?: SlackBlock[] }> {
  const text = params.text('text') ?? '';
  const given = params.json('blocks');
  const blocks = given === undefined ? undefined : readBlocks(given);
  if (text === '' && !blocks?.length) throw new SlackError('no_text');
  if (text.length > max) throw new SlackError('msg_too_long');
  if (fetchUrls) await Promise.all((blocks ?? []).map(checkImage));
  return { text, ...(blocks && { blocks }) };
}

async function checkImage({ type, image_url }: SlackBlock, index: number): Promise<void> {
  if (type !== 'image' || typeof image_url !== 'string') return;
  const response = await fetch(image_url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (!response?.ok || !/^image\/(?:png|jpe?g|gif)/.test(response.headers.get('content-type') ?? '')) {
    throw invalidBlocks('downloading image failed', `/blocks/${index}/image_url`);
  }
}

function requireOwn(message: SlackMessage | undefined, { state }: Invocation, otherwise: string): void {
  if (!message) throw new SlackError('message_not_found');
  if (message.bot_id !== state.app.botId) throw new SlackError(otherwise);
}
