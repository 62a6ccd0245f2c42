import type { Policy } from '@gateway/contract';
import { answerersOf } from './answerers.js';
import { sees } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
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

type Rules = Pick<Store, 'people' | 'policies'>;

/** The channels whose approvers and policy refuse prompts, by id. By the rule with which new prompts are refused. Two statements at most. */
export async function answerProblems(
  store: Rules,
  organizationId: string,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<string, AnswerProblem>> {
  const bound = channels.filter(
    ({ isActive, channelType, approvers }) => isActive && channelType === 'PROMPT' && approvers !== null,
  );
  if (bound.length === 0) return new Map();
  const policyIds = [...new Set(bound.flatMap(({ policyId }) => policyId ?? []))];
  const rows = policyIds.length === 0 ? [] : await store.policies.named(organizationId, policyIds);
  const policies = new Map(
    rows.map(({ policyId, name, rules }): [string, Policy] => [policyId, { policy_id: policyId, name, ...rules }]),
  );
  const questions = bound.map((channel) => ({
    channels: [channel],
    terms: {
      approvers: null,
      requestedBy: null,
      policy: channel.policyId === null ? null : (policies.get(channel.policyId) ?? null),
    },
  }));
  const answerers = await answerersOf(store, organizationId, questions);
  return new Map(
    bound.flatMap(({ channelId }, at): [string, AnswerProblem][] => {
      const { able = null, shortage = null, unreachable = [] } = answerers[at] ?? {};
      const policy = questions[at]?.terms.policy;
      if (shortage)
        return [
          [
            channelId,
            {
              code: shortage.code,
              message: `Every prompt of the channel "${channelId}" is refused: ${shortage.reason}`,
              refusesAll: true,
            },
          ],
        ];
      if (unreachable.length > 0) {
        const names = unreachable.map((id) => `"${id}"`).join(', ');
        const message =
          `Too few approvers of the channel "${channelId}" can answer: these have no account on its platform, and are no operators of the ` +
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

/** The channels as readers see them: one that refuses every prompt is failing. */
export async function withAnswerProblems(
  store: Rules,
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
  store: Rules & Pick<Store, 'channels'>,
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

/** A result with the channels that refuse every prompt since. */
export interface Warned<Result> {
  readonly result: Result;
  readonly warnings: readonly Warning[];
}

/** Makes a change of people, groups or policies, and warns of the channels that refuse every prompt because of it. */
export function warningOfChannels(store: Rules & Pick<Store, 'channels'>) {
  const problemsOf = async (organizationId: string) =>
    await answerProblems(store, organizationId, await store.channels.withApprovers(organizationId));
  return async <Result>(principal: Principal, change: () => Promise<Result>): Promise<Warned<Result>> => {
    const before = await problemsOf(principal.organizationId);
    const result = await change();
    const after = await problemsOf(principal.organizationId);
    const warnings = [...after].flatMap(([channelId, { code, message, refusesAll }]) =>
      refusesAll && !before.get(channelId)?.refusesAll && sees(principal, channelId) ? [{ code, message }] : [],
    );
    return { result, warnings };
  };
}
