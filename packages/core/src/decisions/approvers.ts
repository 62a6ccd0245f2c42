import type { Approver } from '@gateway/contract';
import type { ChannelRow, PromptRow, RequestedBy } from '../rows.js';
import type { Voter } from './voter.js';

/** Why somebody may not answer. */
export type NotAllowed = 'not_an_approver' | 'requester';

/**
 * Whether a person may answer a prompt; null: yes. `channels`: those in which it was asked from the start, and the one of the answer.
 * Every list narrows. After an escalation the approvers of its step may answer besides.
 */
export function whyNot(prompt: PromptRow, channels: readonly ChannelRow[], voter: Voter): NotAllowed | null {
  const { terms } = prompt;
  const isFirst = (channel: ChannelRow) => (terms?.channelIds ?? [prompt.channelId]).includes(channel.channelId);
  const platforms = channels.map(({ platform }) => platform);
  const onList = (list: readonly Approver[] | null, of: readonly string[]) =>
    list === null || list.some((approver) => names(approver, of, voter));
  const onFirstLists = [
    onList(terms?.approvers ?? null, platforms),
    ...channels.filter(isFirst).map((channel) => onList(channel.approvers, [channel.platform])),
  ].every(Boolean);
  const wasAddedLater = (terms?.policy?.steps ?? [])
    .slice(0, prompt.stepsDone)
    .some(({ approvers }) => approvers !== undefined && onList(approvers, platforms));
  const onListOfChat = channels
    .filter((channel) => !isFirst(channel))
    .every((channel) => onList(channel.approvers, [channel.platform]));
  if (!(onFirstLists || wasAddedLater) || !onListOfChat) return 'not_an_approver';
  const isExcluded = terms?.policy?.requester_may_answer === false && isRequester(terms.requestedBy, voter);
  return isExcluded ? 'requester' : null;
}

/** Whether an entry of a list names this person. `platforms`: those on which a user id of the list can be. */
function names(approver: Approver, platforms: readonly string[], { personId, groups, identities }: Voter): boolean {
  if ('person' in approver) return approver.person === personId;
  if ('group' in approver) return groups.includes(approver.group);
  return identities.some(({ platform, userId }) => platforms.includes(platform) && userId === approver.user_id);
}

function isRequester(requester: RequestedBy | null, voter: Voter): boolean {
  if (!requester) return false;
  if (requester.personId !== null && requester.personId === voter.personId) return true;
  return voter.identities.some(
    ({ platform, userId }) => platform === requester.platform && userId === requester.userId,
  );
}

/** Whether somebody who presses or writes in this chat may be refused, or votes: then more than the prompt is needed. */
export function hasRules({ terms }: PromptRow, channels: readonly ChannelRow[]): boolean {
  return terms !== null || channels.some(({ approvers }) => approvers !== null);
}
