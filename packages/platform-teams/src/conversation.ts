import { PlatformError } from '@gateway/platform-kit';

/** In a channel, the id of a conversation contains the thread: `19:…@thread.tacv2;messageid=1767326091220`. */
const THREAD = /;messageid=([^;]+)/i;

/** The conversation without its thread. */
export function rootOf(conversation: string): string {
  return conversation.replace(THREAD, '');
}

/** The id of the first message of the thread in a conversation id; undefined when there is no thread. */
export function threadOf(conversation: string): string | undefined {
  return THREAD.exec(conversation)?.[1];
}

/** The conversation of the thread that `messageId` began: only `;messageid=` places a message in a thread of a channel. */
export function threadIn(conversation: string, messageId: string): string {
  const isChannel = /@thread\.(tacv2|skype)$/i.test(conversation);
  return isChannel ? `${conversation};messageid=${messageId}` : conversation;
}

/** Parses a channel's target; throws `invalid` when it cannot be a conversation. */
export function conversationOf(target: string): string {
  const conversation = target.trim();
  if (conversation === '' || /\s/.test(conversation)) {
    throw new PlatformError('invalid', 'This is not a conversation of Microsoft Teams.', {
      hint: 'Set the target to a conversation id such as 19:…@thread.tacv2, 19:…@thread.v2 or a:…, or to user: and the object ID of a person.',
    });
  }
  return conversation;
}
