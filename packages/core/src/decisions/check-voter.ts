import type { Approver } from '@gateway/contract';
import { systemAuditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import type { InboundEvent } from '@gateway/platform-kit';
import type { Arrival } from '../inbound/arrival.js';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { Clock } from '../ports.js';
import type { ChannelRow, PromptRow } from '../rows.js';
import type { Store } from '../store.js';
import { formatPromptId } from '@gateway/contract';
import { addedLater, namesIn, whyNot } from './approvers.js';
import { approverNames, notAllowedHere, notProvenHere, requesterMayNot, whoMayAnswer } from './texts.js';
import { unproven, voterOfSender, type Voter } from './voter.js';

/** What it takes to judge a voter. */
export interface JudgeDeps {
  readonly store: Pick<Store, 'people'>;
  readonly channels: ChannelCache;
}

export interface VoterDeps extends JudgeDeps {
  readonly refusals: Refusals;
  readonly clock: Pick<Clock, 'now'>;
}

/** The person who pressed or wrote about a prompt. They are looked up only if lists or a policy ask who they are. */
export async function voterAbout(
  deps: JudgeDeps,
  prompt: PromptRow,
  channelId: string,
  { event: { sender }, account: { id, channels } }: Arrival<Exclude<InboundEvent, { kind: 'other' }>>,
): Promise<Voter> {
  const { approvers = null, policy = null } = prompt.terms ?? {};
  const isAsked =
    approvers !== null ||
    policy !== null ||
    (await channelsOf(deps, prompt, channelId)).some((channel) => channel.approvers !== null);
  const { organizationId, platform } = id;
  // The rows that were read with the credentials by which the event was verified.
  const isProven = channels.some((channel) => channel.channelId === channelId && channel.credentialsProven);
  const sent = { organizationId, platform, sender };
  if (!isAsked) return await voterOfSender(null, sent);
  return isProven ? await voterOfSender(deps.store.people, sent) : unproven(await voterOfSender(null, sent));
}

/**
 * Why a person may not answer, as a sentence for them; null: they may. `channelId`: where they answer. With `chat` all people there
 * read the sentence, so it contains no names.
 */
export async function refusalOfVoter(
  deps: JudgeDeps,
  prompt: PromptRow,
  channelId: string,
  voter: Voter,
  visibility: 'private' | 'chat' = 'private',
): Promise<string | null> {
  const channels = await channelsOf(deps, prompt, channelId);
  const why = whyNot(prompt, channels, voter);
  if (why === null) return null;
  if (why === 'not_proven') return notProvenHere(prompt);
  if (visibility === 'chat') return notAllowedHere(prompt);
  return why === 'requester' ? requesterMayNot(prompt) : await whoMay(deps, prompt, channels);
}

/** Records in the audit log that somebody was refused who is not signed in. Never rejects. */
export async function auditRefusal({ refusals, clock }: VoterDeps, prompt: PromptRow, voter: Voter): Promise<void> {
  const entry = systemAuditEntry(clock, 'answer.refused', formatPromptId(prompt.num));
  await refusals.answer({
    ...entry,
    organizationId: prompt.organizationId,
    actorId: voter.key,
    actorName: voter.name,
  });
}

/** The channels of a prompt from the start, and the one in which somebody answers. One that was deleted is left out. */
async function channelsOf({ channels }: JudgeDeps, prompt: PromptRow, channelId: string): Promise<ChannelRow[]> {
  const ids = new Set([...(prompt.terms?.channelIds ?? [prompt.channelId]), channelId]);
  const rows = await Promise.all([...ids].map((id) => channels.find(prompt.organizationId, id)));
  return rows.filter((row) => row !== null);
}

async function whoMay({ store }: JudgeDeps, prompt: PromptRow, channels: readonly ChannelRow[]): Promise<string> {
  const lists = [prompt.terms?.approvers ?? null, ...channels.map(({ approvers }) => approvers)].filter(
    (list): list is readonly Approver[] => list !== null,
  );
  const later = addedLater(prompt).flat();
  const platforms = [...new Set(channels.map(({ platform }) => platform))];
  const names = await store.people.namesOf(
    prompt.organizationId,
    namesIn([...lists, later].map((approvers) => ({ approvers, platforms }))),
  );
  return whoMayAnswer(
    prompt,
    lists.map((list) => approverNames(list, names)),
    approverNames(later, names),
  );
}
