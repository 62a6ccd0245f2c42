import type { Approver, Scope } from '@gateway/contract';
import { requireSteps } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';
import { checkApproversExist } from '../answers/check-approvers.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import type { ChannelUpdate } from './channel-input.js';

/** Who may answer a channel's prompts, by which policy, and how many may be open. Undefined: not given. */
interface AnswerRules {
  readonly approvers?: readonly Approver[] | null | undefined;
  readonly policyId?: string | null | undefined;
  readonly maxOpenPerKey?: number | null | undefined;
  readonly maxOpenPerPerson?: number | null | undefined;
}

/** Refuses rules that do not exist, or that the caller may not set: an agent must not choose its own judges. */
export async function checkAnswerRules(
  store: Pick<Store, 'people' | 'policies'>,
  principal: Principal,
  { approvers, policyId, maxOpenPerKey, maxOpenPerPerson }: AnswerRules,
): Promise<void> {
  const { organizationId } = principal;
  if (approvers !== undefined) needs(principal, 'people:write', 'approvers');
  if (policyId !== undefined) needs(principal, 'policies:write', 'policy');
  if (maxOpenPerKey !== undefined) needs(principal, 'policies:write', 'max_open_per_key');
  if (maxOpenPerPerson !== undefined) needs(principal, 'policies:write', 'max_open_per_person');
  if (approvers) await checkApproversExist(store, organizationId, approvers, 'approvers');
  const policy = policyId ? await store.policies.get(organizationId, policyId) : undefined;
  if (policy === null)
    throw new Refusal(
      'invalid',
      `policy: there is no policy "${policyId}"; add it with POST /v1/policies/new first.`,
      'policy',
    );
  if (policy) requireSteps(principal, policy);
}

/** Refuses limits of open prompts on a channel without prompts. */
export function checkAttentionLimits(
  { channelType }: Pick<ChannelRow, 'channelType'>,
  { maxOpenPerKey, maxOpenPerPerson }: AnswerRules,
): void {
  const field =
    (typeof maxOpenPerKey === 'number' && 'max_open_per_key') ||
    (typeof maxOpenPerPerson === 'number' && 'max_open_per_person');
  if (!field || channelType === 'PROMPT') return;
  throw new Refusal('invalid', `${field}: needs a channel of type PROMPT, because others have no prompts.`, field);
}

/**
 * Refuses to change the bot, the chat or the receiver of a channel whose answers are limited to certain people, or are counted by a
 * policy: who can swap the bot can answer in anybody's name.
 */
export async function checkGuarded(
  store: Pick<Store, 'policies' | 'rules'>,
  principal: Principal,
  { organizationId, channelId, approvers, policyId }: ChannelRow,
  patch: ChannelUpdate,
): Promise<void> {
  const field =
    (patch.credentials !== undefined && 'credentials') ||
    (patch.targetChatId !== undefined && 'target_chat_id') ||
    (patch.callbackUrl !== undefined && 'callback_url');
  if (!field || holdsAny(principal, ['people:write'])) return;
  const rule =
    (approvers && 'has approvers') ||
    (policyId !== null && `has the policy "${policyId}"`) ||
    ((await store.policies.hasStepIn(organizationId, channelId)) && 'is named by a step of a policy') ||
    ((await store.rules.namesChannel(organizationId, channelId)) && 'is named by a rule');
  if (!rule) return;
  throw new Refusal(
    'forbidden',
    `Changing ${field} of the channel "${channelId}" needs the scope people:write as well, because the channel ${rule}.`,
    field,
  );
}

function needs(principal: Principal, scope: Scope, field: string): void {
  if (!holdsAny(principal, [scope]))
    throw new Refusal('forbidden', `Setting ${field} of a channel needs the scope ${scope} as well.`, field);
}
