import type { Approver, Policy } from '@gateway/contract';
import { answerersOf, type Shortage } from './answerers.js';
import type { RuleRow } from '../ports/people/rule-store.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

/** What may be wrong with a change that was made. */
export interface Warning {
  readonly code: string;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

/** What the approvers and the policy of a channel do to its prompts. */
export interface AnswerProblem extends Warning {
  /** Every prompt is refused, not only some. */
  readonly refusesAll: boolean;
}

type Reads = Pick<Store, 'people' | 'policies'>;

/** What limits who may answer: a channel, or a rule with the channels in which it asks. */
interface Limiting {
  readonly subject: string;
  readonly channels: readonly ChannelRow[];
  readonly approvers: readonly Approver[] | null;
  readonly policyId: string | null;
}

/** Who can answer what each of these limits, with its policy. Two statements at most. */
async function answerersUnder(store: Reads, organizationId: string, limiting: readonly Limiting[]) {
  const policyIds = [...new Set(limiting.flatMap(({ policyId }) => policyId ?? []))];
  const rows = policyIds.length === 0 ? [] : await store.policies.named(organizationId, policyIds);
  const policies = new Map(
    rows.map(({ policyId, name, rules }): [string, Policy] => [policyId, { policy_id: policyId, name, ...rules }]),
  );
  const questions = limiting.map(({ channels, approvers, policyId }) => ({
    channels,
    terms: { approvers, requestedBy: null, policy: policyId === null ? null : (policies.get(policyId) ?? null) },
  }));
  const answerers = await answerersOf(store, organizationId, questions);
  return limiting.map((one, at) => ({
    ...one,
    policy: questions[at]?.terms.policy ?? null,
    answerers: answerers[at] ?? null,
  }));
}

const refused = (subject: string, { code, reason }: Shortage): AnswerProblem => ({
  code,
  message: `Every prompt of ${subject} is refused: ${reason}`,
  refusesAll: true,
});

/** The channels whose approvers and policy refuse prompts, by id. By the rule with which new prompts are refused. Two statements at most. */
export async function answerProblems(
  store: Reads,
  organizationId: string,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<string, AnswerProblem>> {
  const bound = channels
    .filter(({ isActive, channelType, approvers }) => isActive && channelType === 'PROMPT' && approvers !== null)
    .map((channel) => ({
      channelId: channel.channelId,
      subject: `the channel "${channel.channelId}"`,
      channels: [channel],
      approvers: null,
      policyId: channel.policyId,
    }));
  if (bound.length === 0) return new Map();
  const judged = await answerersUnder(store, organizationId, bound);
  return new Map(
    judged.flatMap(({ subject, policy, answerers }, at): [string, AnswerProblem][] => {
      const channelId = bound[at]?.channelId ?? '';
      const { able = null, shortage = null, unreachable = [] } = answerers ?? {};
      if (shortage) return [[channelId, refused(subject, shortage)]];
      if (unreachable.length > 0) {
        const names = unreachable.map((id) => `"${id}"`).join(', ');
        const message =
          `Too few approvers of ${subject} can answer: these have no account on its platform, and are no operators of the ` +
          `console: ${names}. Add their accounts to the people.`;
        return [[channelId, { code: 'unreachable_approvers', message, refusesAll: false }]];
      }
      if (policy?.requester_may_answer !== false || able === null || able > policy.approvals) return [];
      const message =
        `The channel "${channelId}" refuses prompts that one of its approvers requests: the policy "${policy.policy_id}" excludes ` +
        'the requester, and too few others are left. Add approvers.';
      return [[channelId, { code: 'requester_excluded', message, refusesAll: false }]];
    }),
  );
}

/** The rules that ask, and whose approvers and policy refuse every prompt, by id. `channels`: all active ones. Two statements at most. */
export async function ruleProblems(
  store: Reads,
  organizationId: string,
  rules: readonly RuleRow[],
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<string, AnswerProblem>> {
  const bound = rules.flatMap(({ ruleId, then }) => {
    const { approvers } = then;
    // Which accounts a user id names is known when the agent has named the channel.
    const isOpen = then.channels === null && approvers?.some((approver) => 'user_id' in approver);
    if (then.verdict !== 'ask' || isOpen) return [];
    const asked = channels.filter(({ channelId }) => then.channels?.includes(channelId));
    const policyId = then.policy ?? asked.find((channel) => channel.policyId !== null)?.policyId ?? null;
    return [{ ruleId, subject: `the rule "${ruleId}"`, channels: asked, approvers, policyId }];
  });
  if (bound.length === 0) return new Map();
  const judged = await answerersUnder(store, organizationId, bound);
  return new Map(
    judged.flatMap(({ subject, answerers }, at) =>
      answerers?.shortage ? [[bound[at]?.ruleId ?? '', refused(subject, answerers.shortage)]] : [],
    ),
  );
}

/** The channels as readers see them: one that refuses every prompt is failing. */
export async function withAnswerProblems(
  store: Reads,
  organizationId: string,
  channels: readonly ChannelRow[],
): Promise<ChannelRow[]> {
  const problems = await answerProblems(store, organizationId, channels);
  return channels.map((channel) => failingBy(problems.get(channel.channelId), channel));
}

/** A channel that refuses every prompt: as it is stored, and as readers see it. */
export interface RefusingChannel {
  readonly stored: ChannelRow;
  readonly seen: ChannelRow;
}

/** The active channels that refuse every prompt. */
export async function refusingChannels(
  store: Reads & Pick<Store, 'channels'>,
  organizationId: string,
): Promise<RefusingChannel[]> {
  const bound = await store.channels.withApprovers(organizationId);
  const problems = await answerProblems(store, organizationId, bound);
  return bound.flatMap((stored) => {
    const problem = problems.get(stored.channelId);
    return problem?.refusesAll ? [{ stored, seen: failingBy(problem, stored) }] : [];
  });
}

function failingBy(problem: AnswerProblem | undefined, channel: ChannelRow): ChannelRow {
  if (!problem?.refusesAll) return channel;
  const { health, healthDetail, healthSince } = channel;
  return {
    ...channel,
    health: 'failing',
    healthDetail: healthDetail === null ? problem.message : `${problem.message} ${healthDetail}`,
    healthSince: health === 'failing' ? healthSince : null,
  };
}
