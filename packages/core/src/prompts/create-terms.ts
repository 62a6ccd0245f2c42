import { requireProven } from '../channels/credential-proof.js';
import type { Principal } from '../access/principal.js';
import type { KnownPerson, NamedApprovers } from '../ports/people/people-store.js';
import { requireApprovers } from '../answers/check-approvers.js';
import type { PromptInput } from './prompt-input.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow, PromptTerms, RequestedBy } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { answerersAmong, listedBy, type NewQuestion } from '../answers/answerers.js';
import { policyOf } from './create-policy.js';
import type { RuleOnPrompt } from './under-rule.js';

export interface TermsDeps {
  readonly store: Pick<Store, 'people' | 'policies'>;
}

/**
 * What a new prompt asks for beyond options and text, from the request and from its channels. Throws a `Refusal` for what does not exist
 * or cannot be satisfied. Null: none of it is used, and nothing was looked up.
 */
export async function termsOf(
  deps: TermsDeps,
  principal: Principal,
  input: PromptInput,
  channels: readonly [ChannelRow, ...ChannelRow[]],
  ruled: RuleOnPrompt | null = null,
): Promise<PromptTerms | null> {
  const isUsed =
    input.action !== null ||
    input.decisions !== null ||
    input.approvers !== null ||
    input.requestedBy !== null ||
    input.policyId !== null ||
    channels.length > 1 ||
    principal.actsFor !== null ||
    channels.some(({ approvers, policyId }) => approvers !== null || policyId !== null);
  if (!isUsed) return null;
  checkProven(input, channels, ruled);
  const { organizationId } = principal;
  const named = await checkApprovers(deps, organizationId, input, channels, ruled);
  const requestedBy = await requester(deps, principal, input, channels[0]);
  const isAsked = ruled === null || ruled.verdict === 'ask';
  const policy = isAsked ? await policyOf(deps, principal, { input, channels, requestedBy, ruled }) : null;
  const terms: PromptTerms = {
    action: input.action && { ...input.action, args: input.action.args && JSON.stringify(input.action.args) },
    ...(input.action && { approvingOptions: input.approvingOptions, consumeWithinSec: input.consumeWithinSec }),
    decisions: input.decisions,
    labels: input.labels,
    askReason: input.askReason,
    reasonWaitSec: input.reasonWaitSec,
    approvers: input.approvers,
    requestedBy,
    policy,
    channelIds: channels.map(({ channelId }) => channelId),
    ...(ruled && { rule: ruled.rule }),
  };
  if (!isAsked) return terms;
  const askedOf = await answerablePeople(deps, organizationId, { terms, channels }, named);
  return askedOf.length > 0 ? { ...terms, askedOf } : terms;
}

/** Refuses approvers that do not exist. Returns whom the lists of the prompt and its channels name; null: the prompt has no list. */
async function checkApprovers(
  { store }: TermsDeps,
  organizationId: string,
  { approvers }: PromptInput,
  channels: readonly ChannelRow[],
  ruled: RuleOnPrompt | null,
): Promise<NamedApprovers | null> {
  if (!approvers) return null;
  const rule = ruled && { rule: ruled.rule };
  const question = { terms: { approvers, policy: null, requestedBy: null, ...rule }, channels };
  const named = await listedBy(store, organizationId, [question]);
  requireApprovers(approvers, named, 'approvers');
  return named;
}

/** Refuses a channel that proves no identity, where identities count. */
function checkProven(
  { approvers, policyId, channelIds }: PromptInput,
  channels: readonly ChannelRow[],
  ruled: RuleOnPrompt | null,
): void {
  const hasRules =
    approvers !== null ||
    policyId !== null ||
    ruled?.verdict === 'ask' ||
    channels.some((channel) => channel.approvers !== null || channel.policyId !== null);
  if (!hasRules) return;
  for (const channel of channels) requireProven(channel, channelIds.length > 0 ? 'channels' : 'channel_id');
}

/**
 * The people who may answer; empty: anybody may. Refuses a combination of lists by which too few can. `named`: whom they name, without the
 * steps of the policy.
 */
async function answerablePeople(
  { store }: TermsDeps,
  organizationId: string,
  question: NewQuestion,
  named: NamedApprovers | null,
): Promise<readonly string[]> {
  const { terms } = question;
  const addsApprovers = terms.policy?.steps.some(({ approvers }) => approvers) === true;
  const found = named && !addsApprovers ? named : await listedBy(store, organizationId, [question]);
  const [answerers] = answerersAmong(found, [question]);
  if (!answerers?.shortage) return answerers?.persons ?? [];
  const given = terms.approvers ? 'approvers' : 'channel_id';
  throw new Refusal('invalid', `${given}: ${answerers.shortage.reason}`, given);
}

/** For whom the agent acts: what the key says, or else the agent's word. */
async function requester(
  { store }: TermsDeps,
  { organizationId, actsFor }: Principal,
  { requestedBy }: PromptInput,
  { platform }: ChannelRow,
): Promise<RequestedBy | null> {
  if (actsFor !== null) {
    const isOther = requestedBy !== null && (!('person' in requestedBy) || requestedBy.person !== actsFor);
    if (isOther)
      throw new Refusal(
        'forbidden',
        `requested_by: this key acts for the person "${actsFor}" only. Leave requested_by out.`,
        'requested_by',
      );
    const person = await store.people.whoIs(organizationId, { personId: actsFor });
    return { ...ofPerson(person), personId: actsFor, platform: null, userId: null, verified: true };
  }
  if (requestedBy === null) return null;
  if ('person' in requestedBy) {
    const person = await store.people.whoIs(organizationId, { personId: requestedBy.person });
    if (person === null)
      throw new Refusal(
        'invalid',
        `requested_by: there is no person "${requestedBy.person}"; add them with POST /v1/people/new first.`,
        'requested_by',
      );
    return { ...ofPerson(person), platform: null, userId: null, verified: false };
  }
  const userId = requestedBy.user_id;
  const person = await store.people.whoIs(organizationId, { identities: [{ platform, userId }] });
  return { ...ofPerson(person), platform, userId, verified: false };
}

function ofPerson(
  person: KnownPerson | null,
): Pick<RequestedBy, 'personId' | 'name'> & Partial<Pick<RequestedBy, 'accounts' | 'operatorId'>> {
  if (person === null) return { personId: null, name: null };
  const { personId, name, identities: accounts, operatorId } = person;
  return { personId, name, accounts, operatorId };
}
