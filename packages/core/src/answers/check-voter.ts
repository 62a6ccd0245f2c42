import { systemAuditEntry } from '../audit/audit.js';
import type { Refusals } from '../audit/refusals.js';
import type { Sender } from '@gateway/platform-kit';
import type { ChannelCache } from '../channels/channel-cache.js';
import type { AccountId, Clock } from '../ports/system.js';
import type { ChannelRow, PromptRow } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { formatPromptId } from '@gateway/contract';
import { listsOf } from './candidates.js';
import { mayAnswer, namesIn } from './may-answer.js';
import {
  approverNames,
  notAllowedHere,
  notProvenHere,
  requesterMayNot,
  whoMayAnswer,
} from '../questions/texts/decisions.js';
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

/** An event on a platform as far as it says who sent it. */
export interface EventOfSender {
  readonly event: { readonly sender: Sender; readonly visibility?: 'private' | 'chat' };
  /** The channels of its chat. */
  readonly channels: readonly ChannelRow[];
  readonly account: { readonly id: AccountId; readonly channels: readonly ChannelRow[] };
}

/** The person who pressed or wrote about a prompt. They are looked up only if lists or a policy ask who they are. */
export async function voterAbout(
  deps: JudgeDeps,
  prompt: PromptRow,
  channelId: string,
  from: EventOfSender,
): Promise<Voter> {
  const { id, channels } = from.account;
  const sent = { organizationId: id.organizationId, platform: id.platform, sender: from.event.sender };
  if (!(await asksWho(deps, prompt, channelId, from))) return await voterOfSender(null, sent);
  // The rows that were read with the credentials by which the event was verified.
  const isProven = channels.some((channel) => channel.channelId === channelId && channel.credentialsProven);
  return isProven ? await voterOfSender(deps.store.people, sent) : unproven(await voterOfSender(null, sent));
}

/** Whether it makes a difference who answers. */
async function asksWho(deps: JudgeDeps, prompt: PromptRow, channelId: string, from: EventOfSender): Promise<boolean> {
  const { approvers = null, policy = null, rule } = prompt.terms ?? {};
  if (approvers !== null || policy !== null || rule) return true;
  return hasRules(prompt, from.channels) && (await channelsOf(deps, prompt, channelId)).some(hasApprovers);
}

const hasApprovers = ({ approvers }: ChannelRow) => approvers !== null;

/** Whether somebody who presses or writes in this chat may be refused, or votes: then more than the prompt is needed. */
function hasRules({ terms }: PromptRow, channels: readonly ChannelRow[]): boolean {
  return terms !== null || channels.some(hasApprovers);
}

/** Why the sender of an event may not answer, as a sentence for them; null: they may. It fits the visibility of the event. */
export async function refusalOfSender(
  deps: JudgeDeps,
  prompt: PromptRow,
  channelId: string,
  voter: Voter,
  from: EventOfSender,
): Promise<string | null> {
  if (!hasRules(prompt, from.channels)) return null;
  return await refusalOfVoter(deps, prompt, channelId, voter, from.event.visibility);
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
  const why = mayAnswer(prompt, channels, voter);
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
  const { narrowing, added } = listsOf(prompt, channels);
  const names = await store.people.namesOf(prompt.organizationId, namesIn([...narrowing, ...added]));
  return whoMayAnswer(
    prompt,
    narrowing.map(({ approvers }) => approverNames(approvers, names)),
    added.flatMap(({ approvers }) => approverNames(approvers, names)),
  );
}
