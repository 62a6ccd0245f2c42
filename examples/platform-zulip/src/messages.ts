import type { Api } from './api.js';

/** The channel and the topic of a target, as Zulip shows them: "operations > deployments". Null: it is a person. */
export function topicOf(target: string): { channel: string; topic: string } | null {
  const at = target.indexOf(' > ');
  return at < 0 ? null : { channel: target.slice(0, at), topic: target.slice(at + 3) };
}

/** Posts a text: https://zulip.com/api/send-message. Returns the id of the message. */
export async function post(api: Api, target: string, text: string, signal?: AbortSignal): Promise<string> {
  const place = topicOf(target);
  const to: Record<string, string> = place
    ? { type: 'stream', to: place.channel, topic: place.topic }
    : { type: 'private', to: JSON.stringify([target]) };
  // Zulip has no way to escape its markup: the manifest names its signs. A mention in a text of an agent must not notify anybody.
  const content = text.replace(/@(?=_?\*)/g, '@\u200B');
  return String((await api.call<{ id: number }>('/messages', { ...to, content }, signal)).id);
}
