import { badRequest } from '../errors.js';
import type { Method } from './method.js';

const MAX_NOTICE_LENGTH = 200;

export const answerCallbackQuery: Method = ({ state, bot, params }) => {
  const notice = params.text('text');
  if (notice.length > MAX_NOTICE_LENGTH) throw badRequest('MESSAGE_TOO_LONG');
  const url = params.text('url');
  const answered = state.queries.answer(bot.me.id, params.text('callback_query_id'), {
    notice,
    alert: params.flag('show_alert'),
    ...(url !== '' && { url }),
  });
  if (!answered) throw badRequest('query is too old and response timeout expired or query ID is invalid');
  return true;
};
