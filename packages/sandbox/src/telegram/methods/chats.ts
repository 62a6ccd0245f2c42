import { badRequest } from '../errors.js';
import { requireAccess } from '../access.js';
import type { MemberStatus, User } from '../types.js';
import type { Method } from './method.js';

const ACTIONS = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);

export const getMe: Method = ({ bot }) => bot.me;

export const getChat: Method = ({ state, bot, params }) => {
  const { chat, group } = state.find(bot, params.text('chat_id'));
  if (group) requireAccess(group, bot);
  return {
    ...chat,
    accent_color_id: 0,
    max_reaction_count: 11,
    ...(group && { permissions: { can_send_messages: true, can_send_photos: true, can_send_documents: true } }),
  };
};

export const getChatMember: Method = ({ state, bot, params }) => {
  const { group, person } = state.find(bot, params.text('chat_id'));
  if (group) requireAccess(group, bot);
  const userId = params.integer('user_id');
  if (userId === undefined) throw badRequest('invalid user_id specified');
  const user: User | undefined = state.people.get(userId)?.user ?? state.botsById.get(userId)?.me;
  if (!user) throw badRequest('user not found');
  const present = userId === person?.user.id || userId === bot.me.id ? 'member' : 'left';
  const status: MemberStatus = group ? (group.members.get(userId) ?? 'left') : present;
  return { user, status, ...(status === 'kicked' && { until_date: 0 }) };
};

export const sendChatAction: Method = ({ state, bot, params }) => {
  state.findWritable(bot, params.text('chat_id'));
  if (!ACTIONS.has(params.text('action'))) throw badRequest('wrong parameter action in request');
  return true;
};
