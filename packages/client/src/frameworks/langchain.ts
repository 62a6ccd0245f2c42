import type { Answered, Args } from '../answers.js';
import { questionPrompt, type Question } from '../asking.js';
import type { Gateway } from '../gateway.js';
import {
  askAll,
  askingAbout,
  questionKey,
  refusalOf,
  UndecidedError,
  valueOf,
  type Asking,
  type Decided,
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
  | { type: 'edit'; editedAction: { name: string; args: Args } }
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
  const asked = await Promise.all(interrupts.map(async ({ id = '', value }) => await questionsOf(id, value, options)));
  const results = await askAll(
    gateway,
    asked.flatMap(({ asking }) => asking),
    options,
  );
  // All are answered before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
  const answered = results.map((result) => {
    const outcome = valueOf(result);
    if (outcome.status !== 'answered') throw new UndecidedError(outcome);
    return outcome;
  });
  let first = 0;
  const resumes = asked.map(async ({ id, asking, resume }) => {
    first += asking.length;
    return [id, await resume(answered.slice(first - asking.length, first), gateway)] as const;
  });
  return Object.fromEntries(await Promise.all(resumes));
}

/** The questions of an interrupt. `resume` makes the value to resume with from their answers. */
interface Asked {
  readonly id: string;
  readonly asking: readonly Asking[];
  resume(answered: readonly Answered[], gateway: Gateway): Promise<unknown>;
}

async function questionsOf(id: string, value: unknown, options: ToolCallOptions): Promise<Asked> {
  if (isReview(value)) return await reviewOf(id, value, options);
  const question = typeof value === 'string' ? { text: value } : value;
  if (!isQuestion(question))
    throw new TypeError('An interrupt must be a text, a question with a text, or one of humanInTheLoopMiddleware.');
  const { runId, question: { channel_id, ttl_sec } = {} } = options;
  const prompt = questionPrompt({ channel_id, ttl_sec, ...question });
  return {
    id,
    asking: [{ prompt, key: await questionKey(runId, id, question) }],
    resume: ([answered]) => Promise.resolve(answered?.answer.value),
  };
}

async function reviewOf(
  id: string,
  { actionRequests, reviewConfigs }: ReviewRequest,
  options: ToolCallOptions,
): Promise<Asked> {
  const asking = actionRequests.map(({ name, args, description }, index) => {
    const { allowedDecisions = [] } = reviewConfigs.find(({ actionName }) => actionName === name) ?? {};
    return askingAbout(
      { id: `${id}-${index}`, name, args, summary: summaryOf(description) },
      allowedDecisions,
      options,
    );
  });
  return {
    id,
    asking: await Promise.all(asking),
    async resume(answered, gateway) {
      const decision = async (call: { readonly name: string; readonly args: Args }, index: number) => {
        const outcome = answered[index] as Answered<Decided<'approve' | 'edit' | 'reject'>>;
        const refusal = await refusalOf(gateway, outcome, call, options);
        if (refusal !== null) return { type: 'reject', message: refusal } satisfies ReviewDecision;
        const { value, args } = outcome.answer;
        return value === 'edit'
          ? ({ type: 'edit', editedAction: { name: call.name, args } } satisfies ReviewDecision)
          : ({ type: 'approve' } satisfies ReviewDecision);
      };
      return { decisions: await Promise.all(actionRequests.map(decision)) };
    },
  };
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
