import {
  type BodyOf,
  answerPrompt,
  cancelPrompt,
  countPrompts,
  countWaitingPrompts,
  createPrompt,
  createPromptNote,
  getPrompt,
  getPromptAnswerers,
  limits,
  listPrompts,
  parseAnswerer,
  parsePromptId,
  takeAnswer,
} from '@gateway/contract';
import { Refusal, type Gateway, type Principal, type PromptRow, type ShownPrompt } from '@gateway/core';
import type { Media } from '../../../media/media.js';
import { continuedAfter, endCursor, endPosition, listPage, cursorOf, withNext } from '../../paging.js';
import { promptInput } from '../../records/inputs.js';
import { createdRecord, noteRecord, promptRecord } from '../../records/prompt.js';
import { endpoint, type Endpoint } from '../../endpoint.js';

/** Creating, reading, cancelling and answering prompts. */
export function promptRoutes({ prompts, waiting, addresses, whileValid }: Gateway, media: Media): Endpoint[] {
  const recordOf = (shown: ShownPrompt, reader: Principal) =>
    promptRecord(shown, prompts.stateOf(shown.prompt), reader, addresses);
  const record = async (prompt: PromptRow, reader: Principal) => recordOf(await prompts.shown(prompt), reader);

  return [
    endpoint(createPrompt, async ({ principal, body, file, claimed, trace }) => {
      if (file && (body.media_url ?? body.media_path) !== null) {
        throw new Refusal(
          'invalid',
          'file cannot be combined with media_url or media_path: give one media source.',
          'file',
        );
      }
      const held = file ?? (await heldMedia(body, media));
      try {
        return createdRecord(await prompts.ask(principal, promptInput(body, trace), held?.attachment, claimed));
      } finally {
        await held?.remove();
      }
    }),
    endpoint(listPrompts, async ({ principal, query, target, signal }) => {
      const { ids, wait = 0, cursor, channel_id, correlation_id, q, since, until, waiting_for, order } = query;
      const { api_key_id, answered_by } = query;
      const answerer = answered_by === undefined ? null : parseAnswerer(answered_by);
      const usual = answerer ? 'answered' : ids ? 'all' : 'pending';
      const { state = usual, limit = ids ? limits.listMax : limits.listDefault } = query;
      if (ids && wait > 0) await prompts.waitForAny(principal, ids, wait * 1000, whileValid(principal, signal()));
      const filter = {
        ...(state !== 'all' && { state }),
        ...(channel_id !== undefined && { channelId: channel_id }),
        ...(api_key_id !== undefined && { apiKeyId: api_key_id === 'none' ? null : api_key_id }),
        ...(answerer && { answerer }),
        ...(correlation_id !== undefined && { correlationIds: correlation_id }),
        ...(ids && { nums: ids }),
        ...(since !== undefined && { since: new Date(since) }),
        ...(until !== undefined && { until: new Date(until) }),
        ...(q !== undefined && { q, signal: signal() }),
      };
      const page =
        order === 'ends_soonest'
          ? { limit, before: null, endingAfter: endPosition(cursor) }
          : listPage(limit, cursor, order);
      const position = (row: PromptRow) => (order === 'ends_soonest' ? endCursor(row) : cursorOf(order, row.num));
      if (waiting_for !== undefined) {
        const { shown, last } = await waiting.list(principal, waiting_for, filter, page);
        const records = shown.map((each) => recordOf(each, principal));
        return continuedAfter(records, target, last && position(last));
      }
      const rows = await prompts.list(principal, filter, page);
      const last = rows.at(-1);
      return withNext(
        (await prompts.allShown(rows)).map((shown) => recordOf(shown, principal)),
        { target, limit, last: last && position(last) },
      );
    }),
    // Before the route of one prompt, whose path fits too.
    endpoint(countPrompts, async ({ principal }) => ({ ...(await prompts.counts(principal, limits.promptsCounted)) })),
    endpoint(countWaitingPrompts, async ({ principal }) => {
      const { count, isMore } = await waiting.count(principal, limits.waitingCounted);
      return { waiting: count, is_more: isMore };
    }),
    endpoint(
      cancelPrompt,
      async ({ principal, params }) =>
        await record(await prompts.cancel(principal, parsePromptId(params.id), params.id), principal),
    ),
    endpoint(
      takeAnswer,
      async ({ principal, params }) =>
        await record(await prompts.takeAnswer(principal, parsePromptId(params.id), params.id), principal),
    ),
    endpoint(createPromptNote, async ({ principal, params, body }) =>
      noteRecord(await prompts.addNote(principal, parsePromptId(params.id), params.id, body)),
    ),
    endpoint(
      answerPrompt,
      async ({ principal, params, body }) =>
        await record(await prompts.answer(principal, parsePromptId(params.id), params.id, body), principal),
    ),
    endpoint(getPromptAnswerers, async ({ principal, params }) => {
      const found = await waiting.answerers(principal, parsePromptId(params.id), params.id);
      const problems = [...found.problems];
      return {
        you: { refusal: found.refusal, reason_until: found.reasonUntil?.toISOString() ?? null },
        anybody: found.anybody,
        missing: [...found.missing],
        missing_count: found.missingCount,
        problems,
        hindrances: problems,
      };
    }),
    endpoint(getPrompt, async ({ principal, params, query, signal }) => {
      const num = parsePromptId(params.id);
      const wait = query.wait ?? 0;
      const prompt = await (wait === 0
        ? prompts.get(principal, num, params.id)
        : prompts.wait(principal, num, params.id, wait * 1000, whileValid(principal, signal())));
      return await record(prompt, principal);
    }),
  ];
}

/** The file that a field names, if the platform could not fetch it itself. */
async function heldMedia({ media_path, media_url }: BodyOf<typeof createPrompt>, media: Media) {
  if (media_path !== null) return await media.fromPath(media_path);
  return media_url === null ? null : await media.fromAddress(media_url);
}
