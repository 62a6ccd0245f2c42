import type { Verdict } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import { sees } from '../access/allowed-channels.js';
import { auditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRule } from '../ports/rows.js';
import { judge, keyData, type Judgement } from '../rules/judge.js';
import { scopeOf } from '../questions/grants/grant-scope.js';
import { UNSEEN_APPROVAL_SEC } from './open-answered.js';
import type { PromptInput } from './prompt-input.js';
import type { Services } from '../ports/services.js';

/** A time that a rule made shorter: its name in the API, and what it is now. */
interface NarrowedTime {
  readonly field: string;
  readonly seconds: number;
}

/** What a rule says about a prompt. */
export interface RuleOnPrompt {
  readonly verdict: Verdict;
  /** As the prompt stores it. */
  readonly rule: PromptRule;
  readonly policyId: string | null;
  /** Where it may be asked; null: in any channel. */
  readonly channels: readonly string[] | null;
  /** Why the condition of the rule failed; null: it did not. */
  readonly error: string | null;
  /** The times that the rule made shorter. */
  readonly narrowed: readonly NarrowedTime[];
}

interface Deps extends Pick<Services, 'store' | 'clock'> {
  readonly refusals: Pick<Refusals, 'answer'>;
}

/**
 * A prompt with what the first rule that matches its action sets: channels, policy and times. Throws a `Refusal` for what the rule does
 * not let the agent choose. `ruled` null: the prompt has no action, or no rule matches.
 */
export async function underRule(
  { store, clock, refusals }: Deps,
  principal: Principal,
  input: PromptInput,
): Promise<{ readonly input: PromptInput; readonly ruled: RuleOnPrompt | null }> {
  const { action } = input;
  if (!action) return { input, ruled: null };
  const judged = judge(await store.rules.list(principal.organizationId), {
    action: { name: action.name, args: action.args ?? {} },
    key: keyData(principal),
    channel_id: input.channelId ?? '',
    now: new Date(clock.now()),
  });
  if (!judged) return { input, ruled: null };
  if (judged.error !== null)
    await refusals.answer({
      ...auditEntry(principal, clock, 'rule.failed', judged.rule.ruleId),
      changes: [{ field: 'error', before: null, after: judged.error }],
    });
  const answer = answerOf(judged, input);
  const verdict = judged.verdict === 'allow' && !answer ? 'ask' : judged.verdict;
  if (verdict === 'ask') checkLabels(judged, input);
  const { then, ruleId, version } = judged.rule;
  const { approvers, title, fields } = then;
  const { narrowed, ...times } = narrowedTimes(judged, input, verdict === 'allow');
  return {
    input: { ...input, ...channelsUnder(principal, judged, input), policyId: policyUnder(judged, input), ...times },
    ruled: {
      verdict,
      rule: {
        ruleId,
        version,
        approvers,
        title,
        fields,
        ...(answer && { answer }),
        ...offeredGrants(principal, judged, input),
      },
      policyId: then.policy,
      channels: then.channels,
      error: judged.error,
      narrowed,
    },
  };
}

/** The standing approvals that who approves can give; empty: none. */
function offeredGrants(
  principal: Principal,
  { verdict, rule, error }: Judgement,
  { action, decisions }: PromptInput,
): Pick<PromptRule, 'grants'> {
  const { grants } = rule.then;
  const isAsker = principal.kind === 'key' || principal.kind === 'open';
  if (!grants || verdict !== 'ask' || error !== null || !isAsker || !decisions?.includes('approve')) return {};
  const stored = action && { name: action.name, args: action.args && JSON.stringify(action.args) };
  if (!stored || !scopeOf(stored, grants)) return {};
  return { grants: { ...grants, keyId: principal.keyCountedAs ?? principal.keyId } };
}

/** What the rule answers; undefined: it asks. */
function answerOf({ verdict, rule }: Judgement, input: PromptInput): PromptRule['answer'] {
  if (verdict === 'deny') return { type: 'decision', value: 'reject', reason: rule.then.reason };
  if (verdict === 'ask') return undefined;
  if (input.decisions?.includes('approve')) return { type: 'decision', value: 'approve', reason: null };
  const [option, ...others] = input.approvingOptions ?? [];
  return option !== undefined && others.length === 0 ? { type: 'option', value: option, reason: null } : undefined;
}

function checkLabels({ rule }: Judgement, { labels, options }: PromptInput): void {
  if (rule.then.labels || (!labels && options.length === 0)) return;
  const field = labels ? 'labels' : 'options';
  throw new Refusal(
    'invalid',
    `${field}: the rule "${rule.ruleId}" asks about this action in its own words: use decisions, without ${field}.`,
    field,
  );
}

function channelsUnder(
  principal: Principal,
  { rule }: Judgement,
  { channelId, channelIds }: PromptInput,
): Pick<PromptInput, 'channelId' | 'channelIds'> {
  const { channels } = rule.then;
  if (channels === null) return { channelId, channelIds };
  const [first = null, ...others] = channels;
  const own = channels.filter((id) => sees(principal, id));
  if (channelId === null && own.length === channels.length)
    return { channelId: first, channelIds: others.length > 0 ? channels : [] };
  const other = [channelId, ...channelIds].find((id) => id === null || !channels.includes(id));
  if (other === undefined) return { channelId, channelIds };
  const where = own.length > 0 ? ` It may be asked in ${own.join(', ')}.` : '';
  throw new Refusal(
    'forbidden',
    other === null
      ? `The rule "${rule.ruleId}" asks in channels that this key may not use.${where}`
      : `The rule "${rule.ruleId}" does not let this action be asked in the channel ${JSON.stringify(other)}.${where}`,
    channelIds.length > 0 ? 'channels' : 'channel_id',
    { code: 'channel_not_allowed' },
  );
}

function policyUnder({ rule }: Judgement, { policyId }: PromptInput): string | null {
  const { policy } = rule.then;
  if (policy === null || policyId === null || policyId === policy) return policy ?? policyId;
  throw new Refusal(
    'invalid',
    `policy: the rule "${rule.ruleId}" prescribes the policy "${policy}". Leave policy out, or name that one.`,
    'policy',
  );
}

function narrowedTimes({ rule }: Judgement, { ttlSec, consumeWithinSec }: PromptInput, isAllowed: boolean) {
  const { ttl_sec: ttlMax, consume_within_sec: useMax } = rule.then;
  // 0: it never expires.
  const ttl = ttlMax !== null && (ttlSec === 0 || ttlSec > ttlMax) ? ttlMax : ttlSec;
  const limits = [consumeWithinSec, useMax, isAllowed ? UNSEEN_APPROVAL_SEC : null].filter((limit) => limit !== null);
  const use = limits.length === 0 ? null : Math.min(...limits);
  const isUseNarrowed = useMax !== null && use === useMax && use !== consumeWithinSec;
  return {
    ttlSec: ttl,
    consumeWithinSec: use,
    narrowed: [
      ...(ttl === ttlSec ? [] : [{ field: 'ttl_sec', seconds: ttl }]),
      ...(isUseNarrowed ? [{ field: 'consume_within_sec', seconds: useMax }] : []),
    ],
  };
}
