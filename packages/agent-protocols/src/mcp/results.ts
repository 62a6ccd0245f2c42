import { actionArgs, GatewayError, type ConsumedApproval, type PromptRecord } from '@gateway/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What the tools about questions return. */
export const questionResult = z.object({
  status: z.enum(['answered', 'pending', 'expired']).meta({
    description: '`pending`: there is no answer yet, which is not a no. `expired`: it was closed without an answer.',
  }),
  prompt_id: z.string().meta({ description: 'For `await_answer` and `cancel_prompt`.' }),
  answer: z
    .looseObject({
      type: z.string(),
      value: z.string(),
      action_digest: z.string().nullable().optional().meta({
        description: 'Of the action with the arguments to use, for `consume_approval`. Null: there are none to use.',
      }),
    })
    .optional()
    .meta({ description: '`value` is the label of the option, the text, or the decision.' }),
  reason: z.enum(['ttl', 'cancelled', 'undeliverable']).optional().meta({
    description: 'Of `expired`. `ttl`: the time was over. `undeliverable`: the question did not reach the chat.',
  }),
  answered_by: z.object({ id: z.string().nullable(), username: z.string().nullable() }).optional(),
});
type QuestionResult = z.output<typeof questionResult>;

/** The result of a prompt, in the form of the event `prompt.answered`. */
function resultOf(prompt: PromptRecord): QuestionResult {
  const { id, state, answer, answer_type, decision, answered_by_id, answered_by_username } = prompt;
  if (state === 'expired') return { status: state, prompt_id: id, reason: prompt.closed_reason ?? 'ttl' };
  if (state !== 'answered' || answer === null) return { status: state, prompt_id: id };
  return {
    status: state,
    prompt_id: id,
    answer: decision ?? { type: answer_type ?? 'text', value: answer },
    answered_by: { id: answered_by_id, username: answered_by_username },
  };
}

const closings = {
  ttl: 'its time was over',
  cancelled: 'it was cancelled',
  undeliverable: 'it did not reach the chat',
};

/** The result of a prompt that is open. */
export function pendingReply(id: string): CallToolResult {
  const text =
    `${id} is still open: there is no answer yet. This is not a denial. ` +
    `Call await_answer with prompt_id "${id}" to go on waiting, or cancel_prompt to cancel the question.`;
  return { content: [{ type: 'text', text }], structuredContent: { status: 'pending', prompt_id: id } };
}

/** What the model reads of a prompt that has ended. */
function sentenceOf(prompt: PromptRecord, { status, prompt_id, answer }: QuestionResult): string {
  if (status === 'answered') return `${prompt_id} was answered: ${JSON.stringify(answer)}`;
  return `${prompt_id} was closed without an answer: ${closings[prompt.closed_reason ?? 'ttl']}. This is neither a yes nor a no.`;
}

export function questionReply(prompt: PromptRecord): CallToolResult {
  const result = resultOf(prompt);
  if (result.status === 'pending') return pendingReply(prompt.id);
  return { content: [{ type: 'text', text: sentenceOf(prompt, result) }], structuredContent: result };
}

/** What `consume_approval` returns. */
export const consumeResult = z.object({
  prompt_id: z.string(),
  action_digest: z.string(),
  args: actionArgs.nullable().meta({ description: 'The arguments to use.' }),
  consumed_at: z.string(),
});

export function consumeReply({ prompt_id, action_digest, args, consumed_at }: ConsumedApproval): CallToolResult {
  const text = `The approval of ${prompt_id} is used: run the action now, once, with exactly these arguments: ${JSON.stringify(args)}`;
  return { content: [{ type: 'text', text }], structuredContent: { prompt_id, action_digest, args, consumed_at } };
}

/** Why an approval was not used. */
export function consumeRefusal(error: unknown): CallToolResult {
  if (!(error instanceof GatewayError) || error.status !== 409 || error.retryable) return refusalReply(error);
  return refused(`${detailOf(error)} Do not run the action.`);
}

/** A result with records. The text repeats them for clients that do not read structured content. */
export function recordsReply(records: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(records) }], structuredContent: records };
}

/** What the gateway refused, as a result that the model reads. Other errors are thrown on. */
export function refusalReply(error: unknown): CallToolResult {
  if (!(error instanceof GatewayError)) throw error;
  const retry = error.retryable ? ' The same call can succeed later.' : '';
  return refused(`${detailOf(error)}${retry}`);
}

/** What to do instead, by the error's code: the gateway's own words name routes of its API, which a model does not have. */
const advice: Readonly<Record<string, string>> = {
  channel_not_found: 'list_channels has the channels',
  channel_wrong_type:
    'ask_human needs a channel of the type PROMPT, send_message and read_messages one of the type MESSAGE',
  not_found: 'give the prompt_id that ask_human returned, such as "#12"',
};

function detailOf({ code, body: { detail } }: GatewayError): string {
  const instead = advice[code ?? ''];
  const [wrong = detail] = detail.split(/[:.](?: |$)/);
  return instead === undefined ? detail : `${wrong}: ${instead}.`;
}

export function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
