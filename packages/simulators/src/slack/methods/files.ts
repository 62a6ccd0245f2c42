import { findThread, findWritable } from '../access.js';
import { SlackError } from '../errors.js';
import { shownFile } from '../files.js';
import type { SlackFile } from '../types.js';
import type { Method } from './method.js';

export const getUploadURLExternal: Method = {
  scope: 'files:write',
  run({ state, params, url }) {
    const name = params.required('filename');
    const size = Number(params.required('length'));
    if (!Number.isSafeInteger(size) || size < 1) throw new SlackError('invalid_arguments');
    const file: SlackFile = { id: state.newId('F'), name, size, bytes: Buffer.alloc(0) };
    state.files.set(file.id, file);
    return { upload_url: `${url()}/upload/v1/${file.id}`, file_id: file.id };
  },
};

export const completeUploadExternal: Method = {
  scope: 'files:write',
  run({ state, params }) {
    const given = params.json('files');
    if (!Array.isArray(given) || given.length === 0) throw new SlackError('invalid_arguments');
    const files = (given as { id?: string; title?: string }[]).map(({ id = '', title }) => {
      const file = state.files.get(id);
      if (!file || file.bytes.length !== file.size) throw new SlackError('file_not_found');
      return { id, name: file.name, title: title ?? file.name, size: file.size };
    });
    const place = params.text('channel_id') ?? params.text('channels');
    if (place !== undefined) {
      if (!state.channels.has(place)) throw new SlackError('channel_not_found');
      const channel = findWritable(state, place);
      const thread = findThread(state, channel, params.text('thread_ts'));
      state.post(channel, {
        type: 'message',
        subtype: 'file_share',
        ts: state.newTs(),
        user: state.app.user.id,
        team: state.team.id,
        bot_id: state.app.botId,
        text: params.text('initial_comment') ?? '',
        files: files.map(({ id, name, size }) => ({ id, name, size })),
        ...(thread !== undefined && { thread_ts: thread }),
      });
    }
    return { files };
  },
};

export const info: Method = {
  scope: 'files:read',
  run({ state, params, url }) {
    const file = state.files.get(params.required('file'));
    if (!file) throw new SlackError('file_not_found');
    return { file: shownFile(state, file, url()), comments: [] };
  },
};

export const remove: Method = {
  scope: 'files:write',
  run({ state, params }) {
    const id = params.required('file');
    if (!state.files.delete(id)) throw new SlackError('file_not_found');
    for (const channel of state.channels.values()) {
      for (const { ts, files } of state.messages(channel)) {
        if (files?.some((file) => file.id === id)) state.remove(channel, ts);
      }
    }
    return {};
  },
};
