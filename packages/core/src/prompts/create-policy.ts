import type { Policy } from '@gateway/contract';
import { requireSteps } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';
import type { PromptInput } from './prompt-input.js';
import type { RuleOnPrompt } from './under-rule.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow, RequestedBy } from '../ports/rows.js';
import type { Store } from '../ports/store.js';

interface Asked {
  readonly input: PromptInput;
  readonly channels: readonly ChannelRow[];
  readonly requestedBy: RequestedBy | null;
  readonly ruled: RuleOnPrompt | null;
}

/** The policy of a new prompt as it is now; null: none. Throws a `Refusal` if the prompt does not fit it. */
export async function policyOf(
  { store }: { readonly store: Pick<Store, 'policies'> },
  principal: Principal,
  asked: Asked,
): Promise<Policy | null> {
  const policyId = policyIdOf(asked);
  if (policyId === null) return null;
  const row = await store.policies.get(principal.organizationId, policyId);
  if (!row)
    throw new Refusal(
      'invalid',
      `policy: there is no policy "${policyId}"; add it with POST /v1/policies/new first.`,
      'policy',
    );
  const policy = { policy_id: row.policyId, name: row.name, ...row.rules };
  const byRule = asked.ruled?.policyId === policyId;
  if (!byRule && !asked.channels.some((channel) => channel.policyId === policyId)) {
    requireSteps(principal, row);
    checkStepsUnderRule(policy, asked);
  }
  checkWidensNothing(principal, policy, asked);
  checkFits(policy, asked);
  return policy;
}

/** The policy that the channels prescribe, or else the one that the prompt names. */
function policyIdOf({ input, channels }: Asked): string | null {
  const prescribed = [...new Set(channels.flatMap(({ policyId }) => policyId ?? []))];
  if (prescribed.length > 1)
    throw new Refusal('invalid', `channels: they prescribe different policies: ${prescribed.join(', ')}.`, 'channels');
  const [ofChannel = null] = prescribed;
  if (input.policyId !== null && ofChannel !== null && input.policyId !== ofChannel)
    throw new Refusal(
      'invalid',
      `policy: the channel prescribes the policy "${ofChannel}". Leave policy out, or name that one.`,
      'policy',
    );
  return ofChannel ?? input.policyId;
}

/** Refuses a policy of the agent whose steps ask in channels in which the rule does not let the action be asked. */
function checkStepsUnderRule({ policy_id: policyId, steps }: Policy, { ruled }: Asked): void {
  const within = ruled?.channels;
  if (!within || steps.every(({ channels = [] }) => channels.every((id) => within.includes(id)))) return;
  throw new Refusal(
    'forbidden',
    `policy: a step of the policy "${policyId}" asks in a channel in which the rule "${ruled.rule.ruleId}" does not let this action be asked. Name another policy.`,
    'policy',
    { code: 'channel_not_allowed' },
  );
}

/** Refuses a policy by which time or others decide, on a channel that has approvers and does not prescribe it. */
function checkWidensNothing(principal: Principal, policy: Policy, { channels, ruled }: Asked): void {
  const guarded = channels.find(({ approvers, policyId }) => approvers !== null && policyId !== policy.policy_id);
  const isGuardedByRule = ruled !== null && ruled.rule.approvers !== null && ruled.policyId !== policy.policy_id;
  if ((!guarded && !isGuardedByRule) || ruled?.policyId === policy.policy_id) return;
  if (holdsAny(principal, ['policies:write'])) return;
  const widens = [
    ...(policy.on_timeout === null ? [] : ['decides when the time is over']),
    ...(policy.steps.some(({ approvers }) => approvers) ? ['adds approvers in a step'] : []),
  ];
  if (widens.length === 0) return;
  throw new Refusal(
    'invalid',
    `policy: ${guarded ? `the channel "${guarded.channelId}"` : `the rule "${ruled?.rule.ruleId}"`} has approvers, and the policy "${policy.policy_id}" ${widens.join(' and ')}. ` +
      'Name another policy, prescribe this one on the channel, or ask with a key that has the scope policies:write.',
    'policy',
  );
}

function checkFits(policy: Policy, { input, requestedBy }: Asked): void {
  const { decisions, options } = input;
  const named = `the policy "${policy.policy_id}"`;
  if (input.allowAttachments)
    throw new Refusal(
      'invalid',
      `allow_attachments: cannot be combined with a policy, because votes have no files: ${named} applies.`,
      'allow_attachments',
    );
  const several = (decisions ?? []).filter((value) => value === 'edit' || value === 'respond');
  if (policy.approvals > 1 && several.length > 0)
    throw new Refusal(
      'invalid',
      `decisions: ${several.join(' and ')} cannot be combined with a policy that needs ${policy.approvals} approvals.`,
      'decisions',
    );
  if (!policy.requester_may_answer && requestedBy === null)
    throw new Refusal(
      'invalid',
      `requested_by is required: ${named} excludes the person for whom the agent acts.`,
      'requested_by',
    );
  const onTimeout = policy.on_timeout;
  if (onTimeout === null) return;
  if (input.ttlSec === 0)
    throw new Refusal('invalid', `ttl_sec: must not be 0, because ${named} decides when the time is over.`, 'ttl_sec');
  const offered: readonly string[] = 'decision' in onTimeout ? (decisions ?? []) : decisions ? [] : options;
  const [kind = '', answer = ''] = Object.entries(onTimeout)[0] ?? [];
  if (!offered.includes(answer))
    throw new Refusal(
      'invalid',
      `policy: ${named} decides ${JSON.stringify(answer)} when the time is over, and the prompt does not offer this ${kind}.`,
      'policy',
    );
}
