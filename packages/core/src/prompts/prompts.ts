import { formatPromptId, type GivenAnswer, type NewPromptNote, type PromptState } from '@gateway/contract';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import type { Posts } from '../posts/posts.js';
import { expiredDelivery } from '../deliveries/events.js';
import type { Attachment } from '../hosted-files/attachment.js';
import type { ClaimedKey } from '../idempotency/idempotency.js';
import { sees, withinChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { answerFromConsole } from './console-answer.js';
import { shownPrompts, type ShownPrompt } from '../answers/shown-prompt.js';
import { promptFields } from '../base/log-fields.js';
import type { Answerer } from '../ports/people/people-store.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import { accountsOf } from './answering-accounts.js';
import type { ClosedPrompt, PromptCounts, PromptFilter, PromptPage } from '../ports/questions/prompt-store.js';
import { Refusal } from '../base/refusal.js';
import type { NoteRow, PromptRow } from '../ports/rows.js';
import type { AskedPrompt, PromptInput } from './prompt-input.js';
import { askQuestion, type AskDeps } from './ask.js';
import { Collapse } from './collapse.js';
import { addNote } from './prompt-notes.js';
import { consumeApproval, type ConsumedApproval, type ExactAction, type Remembered } from '../approvals/consume.js';
import { withdrawApproval } from '../approvals/withdraw.js';
import { signedInOperator } from '../access/rights.js';
import { stepFromConsole } from './step-from-console.js';
import { takeFromConsole, type NextTaker } from './take-from-console.js';
import { PromptWatch } from './prompt-watch.js';
import { visibleState } from '../questions/prompt-state.js';

/** What a reader asks for. `answerer`: who answered. */
export type AskedFilter = Omit<PromptFilter, 'now' | 'answeredBy'> & { readonly answerer?: Answerer };

export interface PromptsOptions extends Omit<AskDeps, 'collapse'>, AnswerDeps {
  readonly refusals: Refusals;
  readonly posts: Posts;
  readonly closings: AnswerDeps['closings'];
}

/** Asks, reads, answers and cancels prompts. */
export class Prompts {
  readonly #options: PromptsOptions;
  readonly #watch: PromptWatch;
  readonly #asking: AskDeps;

  constructor(options: PromptsOptions) {
    this.#options = options;
    this.#watch = new PromptWatch(options);
    this.#asking = { ...options, collapse: new Collapse(options) };
  }

  /** Posts a question. See `askQuestion`. */
  async ask(
    principal: Principal,
    input: PromptInput,
    attachment: Attachment | null = null,
    claimed: ClaimedKey | null = null,
  ): Promise<AskedPrompt> {
    return await askQuestion(this.#asking, { principal, input, attachment, claimed });
  }

  async get(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const prompt = await this.#find(principal, num);
    if (!prompt || !sees(principal, prompt.channelId)) throw noPrompt(num, id);
    return prompt;
  }

  async #find({ organizationId }: Principal, num: number | null): Promise<PromptRow | null> {
    const prompt = num === null ? null : await this.#options.store.prompts.get(organizationId, num);
    return prompt?.state === 'posting' || prompt?.state === 'orphaned' ? null : prompt;
  }

  /** Cancels a pending prompt. Its chat message is closed. */
  async cancel(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { store, clock, log, deliveries, closings } = this.#options;
    const prompt = await this.get(principal, num, id);
    const audit = auditEntry(principal, clock, 'prompt.cancelled', formatPromptId(prompt.num));
    const delivery = expiredDelivery(prompt, 'cancelled', audit.at);
    const attempt = delivery && deliveries.reserve(delivery.destination);
    let cancelled: ClosedPrompt<'cancelled' | 'closed'> | null = null;
    try {
      const claiming = delivery && { ...delivery, claim: attempt?.claim ?? null };
      cancelled = await store.prompts.cancel(prompt.organizationId, prompt.num, audit.at, claiming, audit);
    } finally {
      attempt?.end(cancelled?.delivery ?? null);
    }
    if (cancelled.outcome === 'closed') {
      const state = this.stateOf(await this.get(principal, num, id));
      const why = state === 'pending' ? 'at the end of its time, and its policy decides' : state;
      throw new Refusal(
        'conflict',
        `Prompt ${formatPromptId(prompt.num)} is ${why}: only a pending prompt can be cancelled.`,
        null,
        { code: 'prompt_not_pending' },
      );
    }
    closings.wake();
    log.info({ ...promptFields(prompt), ...(delivery && { event_id: delivery.id }) }, 'A prompt was cancelled');
    return await this.get(principal, num, id);
  }

  /** Hands out the answer of a prompt to its asker, once. */
  async takeAnswer(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { store, clock } = this.#options;
    const prompt = await this.get(principal, num, id);
    const { organizationId, apiKeyId, operatorId } = prompt;
    if (apiKeyId !== principal.keyId || operatorId !== (principal.operator?.id ?? null))
      throw new Refusal('forbidden', 'Only the key that asked can take the answer.');
    if (await store.prompts.takeAnswer(organizationId, prompt.num, new Date(clock.now()))) return prompt;
    const why = prompt.state === 'answered' ? 'Its answer was taken before' : 'It has no answer to take';
    throw new Refusal('conflict', `${formatPromptId(prompt.num)}: ${why}.`);
  }

  /** Uses the approval of an answered prompt, once. */
  async consume(
    principal: Principal,
    num: number | null,
    id: string,
    exact: ExactAction,
    remembered: Remembered | null = null,
  ): Promise<ConsumedApproval> {
    return await consumeApproval(this.#options, principal, await this.get(principal, num, id), exact, remembered);
  }

  /** Takes an approval back as the signed-in operator. */
  async withdraw(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const { clock } = this.#options;
    const operator = signedInOperator(principal);
    const prompt = await this.get(principal, num, id);
    const by = { id: `operator:${operator.id}`, username: principal.name, name: principal.name ?? operator.id };
    const audit = auditEntry(principal, clock, 'prompt.withdrawn', formatPromptId(prompt.num));
    return await withdrawApproval(this.#options, prompt, by, audit);
  }

  /** Records who looks after a prompt, as the signed-in operator says. */
  async take(principal: Principal, num: number | null, id: string, next: NextTaker): Promise<PromptRow> {
    return await takeFromConsole(this.#options, principal, await this.get(principal, num, id), next);
  }

  /** Makes the next step of the policy now, as the signed-in operator. */
  async escalate(principal: Principal, num: number | null, id: string): Promise<PromptRow> {
    const prompt = await this.get(principal, num, id);
    await stepFromConsole(this.#options, principal, prompt);
    return await this.get(principal, num, id);
  }

  /** Adds a note of the agent that asked. */
  async addNote(principal: Principal, num: number | null, id: string, note: NewPromptNote): Promise<NoteRow> {
    return await addNote(this.#options, principal, await this.get(principal, num, id), note);
  }

  /** Answers a pending prompt as the signed-in operator. Equivalent to an answer in the chat. */
  async answer(principal: Principal, num: number | null, id: string, answer: GivenAnswer): Promise<PromptRow> {
    return await answerFromConsole(this.#options, principal, await this.get(principal, num, id), answer);
  }

  async list(principal: Principal, asked: AskedFilter, page: PromptPage): Promise<PromptRow[]> {
    const { store, clock } = this.#options;
    const { answerer, ...filter } = asked;
    const answeredBy = answerer && (await accountsOf(store, principal, answerer));
    const now = new Date(clock.now());
    const within = withinChannels(principal, { ...filter, now, ...(answeredBy && { answeredBy }) });
    return within ? await store.prompts.list(principal.organizationId, within, page) : [];
  }

  async counts({ organizationId }: Principal, most: number): Promise<PromptCounts> {
    return await this.#options.store.prompts.countByState(organizationId, new Date(this.#options.clock.now()), most);
  }

  /** Resolves to the prompt when it is no longer `pending`, after `ms` milliseconds, when `signal` aborts or when the gateway stops. */
  async wait(
    principal: Principal,
    num: number | null,
    id: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<PromptRow> {
    const { organizationId } = principal;
    const read = () => this.get(principal, num, id);
    const wait = { organizationId, nums: [num ?? 0], ms, signal };
    return (await this.#watch.firstClosed(wait, async () => [await read()])) ?? (await read());
  }

  /** Resolves when one of these prompts is no longer `pending`, when none exists, or as `wait` does. */
  async waitForAny(principal: Principal, nums: readonly number[], ms: number, signal: AbortSignal): Promise<void> {
    const { organizationId } = principal;
    const list = () => this.list(principal, { nums }, { limit: nums.length, before: null });
    const visible = principal.channels === null ? nums : (await list()).map(({ num }) => num);
    await this.#watch.firstClosed({ organizationId, nums: visible, ms, signal }, list);
  }

  /** Ends all waits with the current state. */
  endWaits(): void {
    this.#watch.stop();
  }

  async shown(prompt: PromptRow): Promise<ShownPrompt> {
    const [shown] = await this.allShown([prompt]);
    return shown ?? { prompt, votes: [], posts: [], notes: [] };
  }

  /** Prompts of one organization as readers see them. */
  async allShown(prompts: readonly PromptRow[]): Promise<ShownPrompt[]> {
    return await shownPrompts(this.#options.store, prompts);
  }

  stateOf(prompt: PromptRow): PromptState {
    return visibleState(prompt, this.#options.clock.now());
  }
}

function noPrompt(num: number | null, id: string): Refusal {
  return new Refusal(
    'not_found',
    `There is no prompt ${JSON.stringify(id)}${num === null ? ': the id #12 is written 12 or %2312 in an address' : ''}.`,
  );
}
