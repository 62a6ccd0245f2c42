import { setImmediate as nextTurn } from 'node:timers/promises';
import { ruleLimits, type Action, type DrawnAction, type Verdict } from '@gateway/contract';
import { requireAllChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import type { KeyRow } from '../ports/people/key-store.js';
import type { PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { actionText, drawnAction } from '../questions/action/action-text.js';
import { parseArgs } from '../questions/answer-of.js';
import { scopeOf } from '../questions/grants/grant-scope.js';
import type { ConditionData } from './condition.js';
import { judge, workForOne, type JudgingRule } from './judge.js';
import { checkCondition, type RuleInput } from './rule-input.js';
import type { Services } from '../ports/services.js';

export type TryDeps = Pick<Services, 'store' | 'clock'>;

/** A rule as it is judged; `version` null: it is not stored. */
type TriedRow = JudgingRule & { readonly version: number | null; readonly position: number };

/** What the rules say about an action. */
export interface Tried {
  readonly rule: { readonly ruleId: string; readonly version: number | null } | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly text: string;
  readonly drawn: DrawnAction | null;
  /** What a standing approval covers, in words; null: none is offered. */
  readonly grant: string | null;
  readonly error: string | null;
}

/** What a key that is not known (any more) has: nothing. */
const noKey: ConditionData['key'] = { id: null, name: null, scopes: [], channels: null, acts_for: null };

/** Says what the rules say about an action, without asking anybody. `draft`: a rule in place of the stored one with its id. */
export async function tryRules(
  { store, clock }: TryDeps,
  principal: Principal,
  asked: {
    readonly action: Action;
    readonly keyId: string | null;
    readonly channelId: string | null;
    readonly draft: RuleInput | null;
  },
): Promise<Tried> {
  requireAllChannels(principal, 'Rules');
  const { action, keyId, channelId, draft } = asked;
  const { organizationId } = principal;
  const rules = await rulesWith(store, organizationId, draft);
  const key = keyId === null ? null : await store.keys.get(organizationId, keyId);
  if (keyId !== null && !key)
    throw new Refusal('invalid', `key_id: there is no API key "${keyId}". GET /v1/keys lists them.`, 'key_id');
  const args = action.args ?? {};
  const judged = judge(rules, {
    action: { name: action.name, args },
    key: key ? keyOf(key) : noKey,
    channel_id: channelId ?? '',
    now: new Date(clock.now()),
  });
  const stored = { ...action, args: action.args && JSON.stringify(action.args) };
  const drawing = judged && judged.rule.then;
  const grants = drawing?.grants;
  return {
    rule: judged && { ruleId: judged.rule.ruleId, version: judged.rule.version },
    verdict: judged?.verdict ?? 'ask',
    reason: judged?.verdict === 'deny' ? judged.rule.then.reason : null,
    text: actionText(stored, drawing),
    drawn: drawing && drawnAction(stored, drawing),
    grant:
      judged?.verdict === 'ask' && judged.error === null && grants ? (scopeOf(stored, grants)?.words ?? null) : null,
    error: judged?.error ?? null,
  };
}

interface VerdictCounts {
  asked: number;
  allowed: number;
  denied: number;
}

export interface Replayed {
  readonly actions: number;
  readonly isComplete: boolean;
  readonly then: VerdictCounts;
  readonly now: VerdictCounts;
  readonly changed: readonly { name: string; then: Verdict; now: Verdict; count: number }[];
}

const PAGE = 200;
const DAY_MS = 86_400_000;
const CHANGED_MAX = 20;
/** The work that a comparison may do, in the steps of `costOf`: about 10 s. */
const COMPARISON_WORK = 100_000_000;
/** After this work others get their turn: about 20 ms. */
const TURN_WORK = 200_000;
/** The work for each prompt that is read, also without an action: about 200,000 are read at most. */
const PROMPT_WORK = 500;

/**
 * Judges the actions of the last days again, and compares with what happened. Reads page by page, and lets others work in between. Ends
 * early when there are too many, or their conditions need too much work.
 */
export async function compareRules(
  { store, clock }: TryDeps,
  principal: Principal,
  { days, draft }: { readonly days: number; readonly draft: RuleInput | null },
): Promise<Replayed> {
  requireAllChannels(principal, 'Rules');
  const { organizationId } = principal;
  const rules = await rulesWith(store, organizationId, draft);
  const since = new Date(clock.now() - days * DAY_MS);
  const keys = new Map<string, ConditionData['key']>();
  const then: VerdictCounts = { asked: 0, allowed: 0, denied: 0 };
  const now: VerdictCounts = { asked: 0, allowed: 0, denied: 0 };
  const changed = new Map<string, Replayed['changed'][number]>();
  let before: number | null = null;
  let actions = 0;
  let total = 0;
  let turn = 0;
  for (;;) {
    const filter = { now: new Date(clock.now()), since };
    const page: PromptRow[] = await store.prompts.list(organizationId, filter, { limit: PAGE, before });
    for (const prompt of page) {
      if (total > COMPARISON_WORK) return result(false);
      total += PROMPT_WORK;
      const action = prompt.terms?.action;
      if (!action) continue;
      if (actions === ruleLimits.pastActions) return result(false);
      actions += 1;
      const was = verdictThen(prompt);
      const { verdict: is, used } = verdictNow(rules, prompt, await keyOfPrompt(prompt));
      total += used;
      turn += used;
      if (turn > TURN_WORK) {
        turn = 0;
        await nextTurn();
      }
      count(then, was);
      count(now, is);
      if (was === is) continue;
      const id = JSON.stringify([action.name, was, is]);
      const known = changed.get(id) ?? { name: action.name, then: was, now: is, count: 0 };
      changed.set(id, { ...known, count: known.count + 1 });
    }
    if (page.length < PAGE) return result(true);
    before = page.at(-1)?.num ?? null;
  }

  async function keyOfPrompt({ apiKeyId }: PromptRow): Promise<ConditionData['key']> {
    if (apiKeyId === null) return noKey;
    const known = keys.get(apiKeyId);
    if (known) return known;
    const row = await store.keys.get(organizationId, apiKeyId);
    const key = row ? keyOf(row) : noKey;
    keys.set(apiKeyId, key);
    return key;
  }

  function result(isComplete: boolean): Replayed {
    const most = [...changed.values()].toSorted((left, right) => right.count - left.count);
    return { actions, isComplete, then, now, changed: most.slice(0, CHANGED_MAX) };
  }
}

async function rulesWith(
  { rules }: Pick<Store, 'rules'>,
  organizationId: string,
  draft: RuleInput | null,
): Promise<readonly TriedRow[]> {
  const stored = await rules.list(organizationId);
  if (!draft) return stored;
  checkCondition(draft.when, draft.then.verdict);
  const earlier = stored.find(({ ruleId }) => ruleId === draft.ruleId);
  const position = draft.position ?? earlier?.position ?? Infinity;
  const others: TriedRow[] = stored.filter(({ ruleId }) => ruleId !== draft.ruleId);
  // Before a stored rule with the same position: it would have to make room.
  return [{ ...draft, position, version: null }, ...others].toSorted((left, right) => left.position - right.position);
}

function keyOf({ id, replacementOf, name, scopes, channels, actsFor }: KeyRow): ConditionData['key'] {
  return { id: replacementOf ?? id, name, scopes, channels, acts_for: actsFor };
}

function verdictThen({ terms, decidedBy }: PromptRow): Verdict {
  const answer = decidedBy === 'rule' ? terms?.rule?.answer : undefined;
  if (!answer) return 'ask';
  return answer.type === 'decision' && answer.value === 'reject' ? 'deny' : 'allow';
}

function verdictNow(rules: readonly TriedRow[], prompt: PromptRow, key: ConditionData['key']) {
  const action = prompt.terms?.action;
  if (!action) throw new Error(`Prompt ${prompt.num} has no action.`);
  const args = action.args === null ? {} : parseArgs(action.args);
  // The record does not say whether the agent named the channel.
  const data = { action: { name: action.name, args }, key, channel_id: prompt.channelId, now: prompt.createdAt };
  const work = workForOne();
  const before = work.left;
  const verdict: Verdict = judge(rules, data, work)?.verdict ?? 'ask';
  return { verdict, used: before - work.left };
}

const names = { ask: 'asked', allow: 'allowed', deny: 'denied' } as const;

function count(counts: VerdictCounts, verdict: Verdict): void {
  counts[names[verdict]] += 1;
}
