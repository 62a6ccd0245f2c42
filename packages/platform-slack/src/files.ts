import { readFile } from 'node:fs/promises';
import type { Media } from '@gateway/platform-kit';
import { isPerson, type Address } from './address.js';
import type { Slack } from './api.js';

/** Shares a file in a conversation. Returns a function that deletes it again. Needs the scope `files:write`. */
export async function uploadFile(
  slack: Slack,
  address: Address,
  media: Extract<Media, { readonly kind: 'bytes' }>,
  signal?: AbortSignal,
): Promise<() => Promise<unknown>> {
  const { call } = slack;
  const channel_id = await conversationOf(slack, address, signal);
  const uploaded = await slack.upload(signal, async (web) => {
    const file = await readFile(media.path);
    return web.filesUploadV2({
      file,
      filename: media.filename,
      // The SDK's type allows a thread only together with a channel.
      ...(address.thread === undefined ? { channel_id } : { channel_id, thread_ts: address.thread }),
    });
  });
  const ids = uploaded.files.flatMap(({ files }) => files ?? []).flatMap(({ id }) => id ?? []);
  return () => Promise.all(ids.map((file) => call(undefined, (web) => web.files.delete({ file }))));
}

/** A message can be sent to a person's id; a file needs the id of the conversation. */
async function conversationOf({ call }: Slack, address: Address, signal?: AbortSignal): Promise<string> {
  if (!isPerson(address)) return address.channel;
  const { channel } = await call(signal, (web) => web.conversations.open({ users: address.channel }));
  return channel?.id ?? address.channel;
}
