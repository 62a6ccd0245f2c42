import { actorIdOf, holdsAny, type Principal } from '../access/principal.js';
import { Refusal } from '../base/refusal.js';
import type { ChannelRow, CredentialsSetBy } from '../ports/rows.js';

/** What a change says about who set a channel's credentials. */
type Proof = Pick<ChannelRow, 'credentialsProven' | 'credentialsSetBy'>;

/** The proof of a channel that is being registered. */
export function newProof(principal: Principal, at: Date): Proof {
  return { credentialsProven: canProve(principal), credentialsSetBy: setBy(principal, at) };
}

/**
 * What a change of the credentials or the chat does to the proof of a channel; undefined: nothing. `isComplete`: all credentials were
 * given. A part of them proves nothing, because the rest can be of somebody else.
 */
export function changedProof(
  principal: Principal,
  channel: Proof,
  given: { readonly credentials: boolean; readonly chat: boolean; readonly isComplete: boolean },
  at: Date,
): (Proof & { readonly endsEarlierPrompts?: true }) | undefined {
  if (principal.kind === 'system')
    return given.credentials || given.chat || !channel.credentialsProven ? newProof(principal, at) : undefined;
  if (!given.credentials && !given.chat) return undefined;
  const proves = canProve(principal);
  if (!proves) return { ...newProof(principal, at), ...(given.credentials && { endsEarlierPrompts: true }) };
  return channel.credentialsProven || given.isComplete ? newProof(principal, at) : undefined;
}

/** Refuses a list, a policy or a rule on a channel through which somebody else can answer in the name of the people on it. */
export function requireProof(channel: Pick<ChannelRow, 'credentialsProven'>, channelId: string, field: string): void {
  if (channel.credentialsProven) return;
  throw new Refusal(
    'invalid',
    `${field}: the credentials or the chat of "${channelId}" were last set by a key without people:write, so it is not known who answers there. ` +
      'Give all credentials of the channel again with people:write, in the same request or before.',
    field,
    { code: 'credentials_not_proven' },
  );
}

/** Refuses a channel for questions and steps whose answers are limited to certain people, counted by a policy, or asked for by a rule. */
export function requireProven(channel: Pick<ChannelRow, 'channelId' | 'credentialsProven'>, field: string): void {
  if (channel.credentialsProven) return;
  const { channelId } = channel;
  throw new Refusal(
    'forbidden',
    `${field}: the channel "${channelId}" cannot be used with approvers, a policy or a rule, because its credentials or its chat were last set by a key without people:write. ` +
      `Give all its credentials again with people:write (PATCH /v1/channels/${channelId}), or use another channel.`,
    field,
    { code: 'channel_not_allowed' },
  );
}

/** A person at the console, or who chooses the people who answer, can say which bot reports what they answer, too. */
function canProve(principal: Principal): boolean {
  return principal.operator !== null || holdsAny(principal, ['people:write']);
}

function setBy(principal: Principal, at: Date): CredentialsSetBy {
  const { kind, name } = principal;
  return { kind: kind === 'system' ? 'file' : kind, id: actorIdOf(principal), name, at: at.toISOString() };
}
