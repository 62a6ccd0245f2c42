import type { Question } from '../asking.js';
import type { Gateway } from '../gateway.js';
import {
  decideToolCall,
  questionKey,
  refusalOf,
  requireAnswered,
  UndecidedError,
  type ToolCallOptions,
} from './tool-calls.js';

export { UndecidedError, type ToolCallOptions } from './tool-calls.js';

/** `Interrupt` of LangGraph. */
interface Interrupt {
  readonly id?: string;
  readonly value?: unknown;
}

/** What LangChain's `humanInTheLoopMiddleware` interrupts with. */
interface ReviewRequest {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: Record<string, unknown>;
    readonly description?: string;
  }[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly ('approve' | 'edit' | 'reject')[];
  }[];
}

type ReviewDecision =
  | { type: 'approve' }
  | { type: 'edit'; editedAction: { name: string; args: Record<string, unknown> } }
  | { type: 'reject'; message: string };

/**
 * Lets people answer the interrupts of a graph. Returns the value for `new Command({ resume })`, or null if the result has none. An
 * interrupt is that of `humanInTheLoopMiddleware`, a text, or a question such as `{ text, options }`; the latter two are resumed with the
 * text of the answer. Throws `UndecidedError` when no one answers in time: the graph stays interrupted.
 */
export async function answerInterrupts(
  gateway: Gateway,
  result: object,
  options: ToolCallOptions = {},
): Promise<Record<string, unknown> | null> {
  const { __interrupt__: interrupts = [] } = result as { readonly __interrupt__?: readonly Interrupt[] };
  if (interrupts.length === 0) return null;
  const answers = await Promise.all(
    interrupts.map(async ({ id = '', value }) => [id, await answer(gateway, id, value, options)] as const),
  );
  // All are answered before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
  return Object.fromEntries(await Promise.all(answers.map(async ([id, resume]) => [id, await resume()] as const)));
}

/** Returns a function that makes the value to resume with. */
async function answer(
  gateway: Gateway,
  id: string,
  value: unknown,
  options: ToolCallOptions,
): Promise<() => Promise<unknown>> {
  if (isReview(value)) return await review(gateway, id, value, options);
  const question = typeof value === 'string' ? { text: value } : value;
  if (!isQuestion(question))
    throw new TypeError('An interrupt must be a text, a question with a text, or one of humanInTheLoopMiddleware.');
  const { runId, signal, waitSec, question: { channel_id, ttl_sec } = {} } = options;
  const outcome = await gateway.askHuman(
    { channel_id, ttl_sec, ...question },
    { signal, waitSec, idempotencyKey: await questionKey(runId, id, question) },
  );
  if (outcome.status !== 'answered') throw new UndecidedError(outcome);
  return () => Promise.resolve(outcome.answer.value);
}

async function review(
  gateway: Gateway,
  id: string,
  { actionRequests, reviewConfigs }: ReviewRequest,
  options: ToolCallOptions,
): Promise<() => Promise<{ decisions: ReviewDecision[] }>> {
  const outcomes = await Promise.all(
    actionRequests.map(({ name, args, description }, index) => {
      const { allowedDecisions = [] } = reviewConfigs.find(({ actionName }) => actionName === name) ?? {};
      return decideToolCall(
        gateway,
        { id: `${id}-${index}`, name, args, summary: summaryOf(description) },
        allowedDecisions,
        options,
      );
    }),
  );
  const decided = actionRequests.flatMap((call, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ call, outcome: requireAnswered(outcome) }] : [];
  });
  const decision = async ({ call, outcome }: (typeof decided)[number]): Promise<ReviewDecision> => {
    const refusal = await refusalOf(gateway, outcome, call, options);
    if (refusal !== null) return { type: 'reject', message: refusal };
    const { value, args } = outcome.answer;
    return value === 'edit' ? { type: 'edit', editedAction: { name: call.name, args } } : { type: 'approve' };
  };
  return async () => ({ decisions: await Promise.all(decided.map(decision)) });
}

/** Without what the middleware writes by itself: the name and the arguments, which the question shows anyway. */
function summaryOf(description = ''): string | undefined {
  const [own = ''] = description.split(/\n\nTool: .*\nArgs: /);
  return own === '' || own === 'Tool execution requires approval' ? undefined : own;
}

function isReview(value: unknown): value is ReviewRequest {
  return typeof value === 'object' && value !== null && 'actionRequests' in value;
}

function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
}
