import { explain, type Probe } from '@gateway/platform-kit';
import type { Api } from './api.js';
import { topicOf } from './messages.js';

/** Whether the key and the target can be used. What is wrong is part of the result, not an error. */
export async function probe(api: Api, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  try {
    const me = await api.call<{ user_id: number; full_name: string }>('/users/me', undefined, signal);
    account = { id: String(me.user_id), name: me.full_name };
    const { channel } = topicOf(target) ?? {};
    const path =
      channel === undefined
        ? `/users/${encodeURIComponent(target)}`
        : `/get_stream_id?stream=${encodeURIComponent(channel)}`;
    await api.call(path, undefined, signal);
    return { ok: true, account, target: { id: target, name: target }, problems: [] };
  } catch (error) {
    return { ok: false, account, target: null, problems: [explain(error)] };
  }
}
