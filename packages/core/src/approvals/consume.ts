import { formatPromptId, type ActionArgs } from '@gateway/contract';
import { holdsAny, type Principal } from '../access/principal.js';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import { promptFields } from '../base/log-fields.js';
import { Refusal } from '../base/refusal.js';
import { rememberedUntil, type ClaimedKey } from '../idempotency/idempotency.js';
import type { AnswerDeps } from '../answers/given-answer.js';
import type { PromptRow } from '../ports/rows.js';
import type { Consumption } from '../ports/questions/approval-store.js';
import type { Outcome } from '../ports/service/idempotency-store.js';
import { actionDigest } from '../questions/action/action-digest.js';
import { approvedIn, digestOf, parseArgs } from '../questions/answer-of.js';
import { hasNoMessage, visibleState } from '../questions/prompt-state.js';
import { takenBackSince, whyNotTakenBack } from '../questions/take-back.js';
import { isRuleInForce } from '../answers/rule-in-force.js';
import type { Services } from '../ports/services.js';

export interface ApprovalDeps extends Services {
  readonly refusals: Pick<Refusals, 'answer'>;
  readonly closings: AnswerDeps['closings'];
}

/** What the caller is about to do: the action, or its digest. */
export type ExactAction =
  | { readonly digest: string }
  | { readonly action: { readonly name: string; readonly args: ActionArgs | null } };

/** An approval that was used. */
export interface ConsumedApproval {
  readonly num: number;
  readonly digest: string;
  /** The arguments to use. */
  readonly args: ActionArgs | null;
  readonly at: Date;
}

/** The request's claim on its Idempotency-Key, and the reply to remember for it. */
export interface Remembered {
  readonly claimed: ClaimedKey;
  readonly outcomeOf: (consumed: ConsumedApproval) => Outcome;
}

/** Uses the approval of a prompt. The database decides which of several calls counts. Throws a `Refusal` that uses nothing up. */
export async function consumeApproval(
  deps: ApprovalDeps,
  principal: Principal,
  prompt: PromptRow,
  exact: ExactAction,
  remembered: Remembered | null,
): Promise<ConsumedApproval> {
  const { clock, log } = deps;
  const id = formatPromptId(prompt.num);
  try {
    if (!mayConsume(principal, prompt))
      throw new Refusal(
        'forbidden',
        'Only the key that asked can use this approval, or a key with the scope prompts:consume.',
      );
    const digest = 'digest' in exact ? exact.digest : actionDigest(exact.action.name, exact.action.args);
    const refusal = await refusalOf(deps, principal, prompt, digest);
    if (refusal) throw refusal;
    const at = new Date(clock.now());
    const consumed = consumedApproval(prompt, at);
    const row = await consumeAndShow(deps, prompt, {
      organizationId: prompt.organizationId,
      num: prompt.num,
      at,
      keyId: principal.keyId,
      until: lapsesAt(prompt),
      by: givenWithoutPeople(prompt),
      remember: remembered && {
        claim: remembered.claimed.claim,
        outcome: remembered.outcomeOf(consumed),
        forgetAt: rememberedUntil(clock.now()),
      },
      audit: auditEntry(principal, clock, 'prompt.consumed', id),
    });
    if (!row) throw await lostTo(deps, principal, prompt, digest);
    log.info(
      { ...promptFields(prompt), ...(principal.keyId !== null && { key_id: principal.keyId }) },
      'An approval was used',
    );
    return consumed;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'idempotency_in_progress') {
      const changes = [{ field: 'code', before: null, after: error.code ?? error.kind }];
      await deps.refusals.answer({ ...auditEntry(principal, clock, 'prompt.consume_refused', id), changes });
    }
    throw error;
  }
}

/** Records the use, and updates the messages that may have the button which takes the approval back. */
async function consumeAndShow(
  { store, clock, closings }: Pick<ApprovalDeps, 'store' | 'clock' | 'closings'>,
  prompt: PromptRow,
  consumption: Omit<Consumption, 'shown'>,
): Promise<PromptRow | null> {
  const mayHaveButton = !hasNoMessage(prompt) && whyNotTakenBack(prompt, clock.now()) === null;
  const closing = mayHaveButton ? closings.reserve(prompt) : null;
  const shown = { answeredSince: takenBackSince(clock.now()), claimedUntil: closing?.until ?? null };
  let row: PromptRow | null = null;
  try {
    row = await store.approvals.consume({ ...consumption, shown });
  } finally {
    closing?.end(row);
  }
  if (row && mayHaveButton && !closing) closings.wake();
  return row;
}

/** What a prompt whose approval was used says about that. Throws a `Refusal` when it is no longer an approval. */
export function consumedApproval(prompt: PromptRow, at: Date): ConsumedApproval {
  const action = approvedIn(prompt);
  if (!action) throw notApproved(prompt, 'answered');
  return { num: prompt.num, digest: digestOf(action), args: action.args === null ? null : parseArgs(action.args), at };
}

function mayConsume(principal: Principal, { apiKeyId, operatorId }: PromptRow): boolean {
  if (principal.kind === 'operator') return false;
  const { keyId, keyCountedAs } = principal;
  // A key that was rolled goes on with the questions of the first one.
  const asked = operatorId === null && (apiKeyId === keyId || apiKeyId === keyCountedAs);
  return holdsAny(principal, asked ? ['prompts:write', 'prompts:consume'] : ['prompts:consume']);
}

/** Why the approval cannot be used; null: nothing is known that hinders it. */
async function refusalOf(
  { store, clock }: Pick<ApprovalDeps, 'store' | 'clock'>,
  principal: Principal,
  prompt: PromptRow,
  digest: string,
): Promise<Refusal | null> {
  const action = approvedIn(prompt);
  if (!action) return notApproved(prompt, visibleState(prompt, clock.now()));
  const { consumedAt, consumedBy, withdrawnAt } = prompt;
  const id = formatPromptId(prompt.num);
  const conflict = (code: NonNullable<Refusal['code']>, detail: string, more: Refusal['more'] = {}) =>
    new Refusal('conflict', `${id} ${detail}`, null, { code, more });
  if (consumedAt !== null)
    return conflict(
      'already_consumed',
      `was used at ${consumedAt.toISOString()}: an approval lets its action run once.`,
      {
        consumed_at: consumedAt.toISOString(),
        ...(holdsAny(principal, ['prompts:read']) && { consumed_by: consumedBy }),
      },
    );
  const isOther = digest !== digestOf(action);
  const until = withdrawnAt !== null || isOther ? lapsesAt(prompt) : null;
  if (until !== null && (await store.approvals.isPast(until, new Date(clock.now())))) return lapsed(prompt);
  if (withdrawnAt !== null) return conflict('approval_withdrawn', `was taken back at ${withdrawnAt.toISOString()}.`);
  if (isOther) return conflict('action_changed', 'was approved for another action: its name or its arguments differ.');
  return null;
}

/** Why the database did not accept the use. */
async function lostTo(deps: ApprovalDeps, principal: Principal, prompt: PromptRow, digest: string): Promise<Refusal> {
  const now = await deps.store.prompts.get(prompt.organizationId, prompt.num);
  if (!now) return new Refusal('not_found', `There is no prompt ${formatPromptId(prompt.num)} any more.`);
  const refusal = await refusalOf(deps, principal, now, digest);
  if (refusal) return refusal;
  const until = lapsesAt(now);
  if (until !== null && (await deps.store.approvals.isPast(until, new Date(deps.clock.now())))) return lapsed(now);
  const ended = await endOfGiver(deps, now);
  if (ended) return ended;
  return new Refusal('conflict', 'Another request with this Idempotency-Key has begun: repeat it in a moment.', null, {
    code: 'idempotency_in_progress',
    retryAfterSec: 1,
  });
}

/** What gave an approval without a person; null: a person or a policy gave it. */
function givenWithoutPeople({ decidedBy, terms }: PromptRow): Consumption['by'] {
  const { rule } = terms ?? {};
  if (decidedBy === 'grant' && rule?.answer?.grantId !== undefined) return { grantId: rule.answer.grantId };
  return decidedBy === 'rule' && rule ? rule : null;
}

/** Why an approval that a rule or a standing approval gave has ended; null: it has not, or a person gave it. */
async function endOfGiver(
  { store, clock }: Pick<ApprovalDeps, 'store' | 'clock'>,
  prompt: PromptRow,
): Promise<Refusal | null> {
  const { organizationId, num } = prompt;
  const by = givenWithoutPeople(prompt);
  if (by === null) return null;
  const ended = (what: string) =>
    new Refusal('conflict', `${formatPromptId(num)} was allowed by ${what} since: ask again.`, null, {
      code: 'approval_withdrawn',
    });
  if ('grantId' in by) {
    const grant = await store.grants.get(organizationId, by.grantId);
    const isGoingOn = grant?.endedAt === null && grant.until.getTime() > clock.now();
    if (!isGoingOn) return ended('a standing approval, which has ended');
  }
  const rule = prompt.terms?.rule;
  return !rule || (await isRuleInForce(store, organizationId, rule))
    ? null
    : ended(`the rule "${rule.ruleId}", which was changed or deleted`);
}

/** Until when an approval can be used; null: without limit. */
function lapsesAt({ answeredAt, terms }: PromptRow): Date | null {
  const seconds = terms?.consumeWithinSec ?? null;
  return seconds === null || answeredAt === null ? null : new Date(answeredAt.getTime() + seconds * 1000);
}

function lapsed(prompt: PromptRow): Refusal {
  const seconds = prompt.terms?.consumeWithinSec ?? 0;
  const detail = `${formatPromptId(prompt.num)} was answered more than ${seconds} s ago: ask again.`;
  return new Refusal('conflict', detail, null, { code: 'approval_lapsed' });
}

function notApproved({ num, terms }: PromptRow, state: ReturnType<typeof visibleState>): Refusal {
  const ends = {
    pending: 'is not answered yet',
    expired: 'ended without an answer',
    answered: 'was answered, and the answer lets no action run',
  };
  const why = terms?.action ? ends[state] : 'has no action: there is nothing to let run';
  const retryable = terms?.action != null && state === 'pending';
  return new Refusal('conflict', `${formatPromptId(num)} ${why}.`, null, { code: 'prompt_not_approved', retryable });
}
