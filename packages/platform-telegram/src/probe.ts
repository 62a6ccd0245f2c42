import { isPlatformError, type Probe } from '@gateway/platform-kit';
import type { ChatFullInfo, ChatMember, UserFromGetMe } from 'grammy/types';
import { destination, GENERAL_TOPIC, parseTarget, type Address } from './address.js';
import type { Telegram } from './api.js';
import { chatNameOf } from './inbound.js';

/** Checks which bot the token belongs to and whether it may write to the target. The existence of a topic cannot be checked. */
export async function probe({ call }: Telegram, target: string, signal?: AbortSignal): Promise<Probe> {
  let account: Probe['account'] = null;
  let found: Probe['target'] = null;
  try {
    const me = await call(signal, (api, signal) => api.getMe(signal));
    account = { id: String(me.id), name: me.username ? `@${me.username}` : me.first_name };
    const address = parseTarget(target);
    const { chat_id } = destination(address);
    const chat = await call(signal, (api, signal) => api.getChat({ chat_id }, signal));
    found = {
      id: address.thread === undefined ? String(chat.id) : `${chat.id}:${address.thread}`,
      name: chatNameOf(chat),
    };
    const member = await membership(chat, me);
    const problems = findProblems(chat, member, me, address);
    return { ok: problems.length === 0, account, target: found, problems, remarks: findRemarks(chat, member, me) };
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return { ok: false, account, target: found, problems: [error.explanation] };
  }

  /** Null where it is unknown: in a private chat, and on servers that do not implement getChatMember. */
  async function membership(chat: ChatFullInfo, me: UserFromGetMe): Promise<ChatMember | null> {
    if (chat.type === 'private') return null;
    try {
      return await call(signal, (api, signal) => api.getChatMember({ chat_id: chat.id, user_id: me.id }, signal));
    } catch (error) {
      if (isPlatformError(error) && error.code === 'auth') return null;
      throw error;
    }
  }
}

function findProblems(chat: ChatFullInfo, member: ChatMember | null, me: UserFromGetMe, { thread }: Address): string[] {
  if (member === null) return [];
  const bot = me.username ? `@${me.username}` : 'the bot';
  const place = chat.type === 'channel' ? 'channel' : 'group';
  if (member.status === 'left') return [`Add ${bot} to the ${place}: it is not a member.`];
  if (member.status === 'kicked') return [`Unban ${bot} in the ${place} and add it again: it was removed.`];
  const problems: string[] = [];
  if (!mayPost(chat, member)) {
    problems.push(`Make ${bot} an administrator of the ${place} that may post, or let its members write.`);
  }
  if (thread !== undefined && thread !== GENERAL_TOPIC && chat.is_forum !== true) {
    problems.push('Remove the topic from the target, or turn on topics in the group: it has none.');
  }
  return problems;
}

/** Group privacy: the default of every new bot. Administrators receive all messages in spite of it. */
function findRemarks(chat: ChatFullInfo, member: ChatMember | null, me: UserFromGetMe): string[] {
  const isGroup = chat.type === 'group' || chat.type === 'supergroup';
  const receivesAll =
    me.can_read_all_group_messages || member?.status === 'administrator' || member?.status === 'creator';
  if (!isGroup || receivesAll) return [];
  const bot = me.username ? `@${me.username}` : 'the bot';
  return [
    `Group privacy is on: from this group ${bot} receives only pressed buttons, commands, messages that mention it and replies to its ` +
      `messages. To receive all messages, turn it off (@BotFather: /setprivacy, ${bot}, Disable), then remove ${bot} from the group and ` +
      'add it again; or make it an administrator of the group.',
  ];
}

function mayPost(chat: ChatFullInfo, member: ChatMember): boolean {
  if (chat.type === 'channel') return member.status === 'administrator' && member.can_post_messages !== false;
  if (member.status === 'restricted') return member.is_member && member.can_send_messages;
  // The group's rule for all members; allowed when absent.
  return member.status !== 'member' || chat.permissions?.can_send_messages !== false;
}
