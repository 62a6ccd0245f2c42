import type { ChannelCache } from '../channels/channel-cache.js';
import { mayAnswer } from './may-answer.js';
import type { ShownPrompt } from './shown-prompt.js';
import type { Voter } from './voter.js';
import type { ChannelRow } from '../ports/rows.js';

/** The channels of a prompt. One that was deleted is left out. */
export interface Places {
  /** In which it was asked from the start. Their lists of approvers narrow who may answer. */
  readonly first: readonly ChannelRow[];
  /** In which a step of the policy asked it later. */
  readonly later: readonly ChannelRow[];
}

export async function placesOf(channels: ChannelCache, { prompt, posts }: ShownPrompt): Promise<Places> {
  const firstIds = prompt.terms?.channelIds ?? [prompt.channelId];
  const laterIds = new Set(posts.map(({ channelId }) => channelId).filter((id) => !firstIds.includes(id)));
  const found = async (ids: readonly string[]) => {
    const rows = await Promise.all(ids.map((id) => channels.find(prompt.organizationId, id)));
    return rows.filter((row) => row !== null);
  };
  const [first, later] = await Promise.all([found(firstIds), found([...laterIds])]);
  return { first, later };
}

/** Whether a person may answer in the console or in at least one of the chats: the rules of an answer, asked for each place. */
export function mayAnswerSomewhere({ prompt }: ShownPrompt, { first, later }: Places, voter: Voter): boolean {
  const chats = [first, ...later.map((place) => [...first, place])];
  return chats.some((channels) => mayAnswer(prompt, channels, voter) === null);
}

export function hasVoted({ votes }: ShownPrompt, { key, earlierKeys }: Pick<Voter, 'key' | 'earlierKeys'>): boolean {
  return votes.some(({ voter }) => voter === key || earlierKeys.includes(voter));
}
