import type { Approver } from '@gateway/contract';
import type { ApproverNames, Identity } from '../ports/people/people-store.js';
import type { ChannelRow, PromptRow, PromptTerms, RequestedBy } from '../ports/rows.js';
import type { Voter } from './voter.js';

/** Why somebody may not answer. */
export type NotAllowed = 'not_proven' | 'not_an_approver' | 'requester';

/** A question as far as it says who may answer it. */
export type Asked = Pick<PromptRow, 'channelId' | 'stepsDone'> & {
  readonly terms: Pick<PromptTerms, 'approvers' | 'policy' | 'requestedBy' | 'channelIds' | 'rule'> | null;
};

/**
 * Why a person may not answer a prompt; null: they may. Asking, pressing, writing, the console, the count of votes and the lists of who is
 * waited for are defined by it. `channels`: those in which it was asked from the start, and the one of the answer.
 * Every list narrows. After an escalation the approvers of its step may answer besides.
 */
export function mayAnswer(prompt: Asked, channels: readonly ChannelRow[], voter: Voter): NotAllowed | null {
  if (voter.isUnproven) return 'not_proven';
  const { terms } = prompt;
  const isFirst = (channel: ChannelRow) => (terms?.channelIds ?? [prompt.channelId]).includes(channel.channelId);
  const platforms = channels.map(({ platform }) => platform);
  const onList = (list: readonly Approver[] | null, of: readonly string[]) =>
    list === null || list.some((approver) => names(approver, of, voter));
  const onFirstLists = [
    onList(terms?.approvers ?? null, platforms),
    onList(terms?.rule?.approvers ?? null, platforms),
    ...channels.filter(isFirst).map((channel) => onList(channel.approvers, [channel.platform])),
  ].every(Boolean);
  const wasAddedLater = addedLater(prompt).some((approvers) => onList(approvers, platforms));
  const onListOfChat = channels
    .filter((channel) => !isFirst(channel))
    .every((channel) => onList(channel.approvers, [channel.platform]));
  if (!(onFirstLists || wasAddedLater) || !onListOfChat) return 'not_an_approver';
  const isExcluded = terms?.policy?.requester_may_answer === false && isRequester(terms.requestedBy, voter);
  return isExcluded ? 'requester' : null;
}

/** The approvers that the steps of the policy so far have added. */
export function addedLater({ terms, stepsDone }: Asked): (readonly Approver[])[] {
  return (terms?.policy?.steps ?? []).slice(0, stepsDone).flatMap(({ approvers }) => (approvers ? [approvers] : []));
}

export interface ApproverList {
  readonly approvers: readonly Approver[];
  /** On which its user ids are. */
  readonly platforms: readonly string[];
}

/** What the entries of lists name. */
export function namesIn(lists: readonly ApproverList[]): ApproverNames {
  const all = lists.flatMap(({ approvers }) => approvers);
  return {
    persons: all.flatMap((entry) => ('person' in entry ? [entry.person] : [])),
    groups: all.flatMap((entry) => ('group' in entry ? [entry.group] : [])),
    identities: lists.flatMap(identitiesIn),
  };
}

/** The users that a list names, on each of its platforms. */
export function identitiesIn({ approvers, platforms }: ApproverList): Identity[] {
  return approvers.flatMap((entry) =>
    'user_id' in entry ? platforms.map((platform) => ({ platform, userId: entry.user_id })) : [],
  );
}

/** Whether an entry of a list names this person. `platforms`: those on which a user id of the list can be. */
function names(approver: Approver, platforms: readonly string[], { personId, groups, identities }: Voter): boolean {
  if ('person' in approver) return approver.person === personId;
  if ('group' in approver) return groups.includes(approver.group);
  return identities.some(({ platform, userId }) => platforms.includes(platform) && userId === approver.user_id);
}

/** Whether this is the requester: the person, now or when the prompt was asked, with any account of then or now. */
function isRequester(requester: RequestedBy | null, { personId, earlierKeys, identities }: Voter): boolean {
  if (!requester) return false;
  if (requester.personId !== null && requester.personId === personId) return true;
  if (requester.operatorId && earlierKeys.includes(`operator:${requester.operatorId}`)) return true;
  const accounts: readonly Pick<RequestedBy, 'platform' | 'userId'>[] = [requester, ...(requester.accounts ?? [])];
  return identities.some(({ platform, userId }) =>
    accounts.some((account) => account.platform === platform && account.userId === userId),
  );
}
