import type { OutboundMessage, Posted } from '@gateway/platform-kit';
import type { Api } from './api.js';

export async function sendMessage(
  api: Api,
  { target, text, replyTo }: OutboundMessage,
  signal?: AbortSignal,
): Promise<Posted> {
  const { id } = (await api.call('POST', `/rooms/${target}/messages`, { text, replyTo }, signal)) as { id: string };
  return { messageId: id, messageIds: [id], ref: null };
}
