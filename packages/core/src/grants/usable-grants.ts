import { countedVotes } from '../answers/counted-votes.js';
import type { Asked } from '../answers/may-answer.js';
import { systemAuditEntry } from '../audit/audit.js';
import type { GrantRow } from '../ports/questions/grant-store.js';
import type { VotersNow } from '../ports/questions/vote-store.js';
import type { PromptRule, PromptTerms, VoteRow } from '../ports/rows.js';
import { grantDigest, scopeOf } from '../questions/grants/grant-scope.js';
import { isDecided } from '../questions/tally.js';
import type { Services } from '../ports/services.js';

export type GrantDeps = Pick<Services, 'store' | 'clock'>;

/** A prompt that is about to be asked. */
export interface NewlyAsked {
  readonly organizationId: string;
  readonly channelId: string;
  readonly terms: PromptTerms | null;
  /** The channels whose chats could not show the whole action: no press there would approve it. */
  readonly unseenIn: readonly string[];
}

/**
 * The standing approvals that answer a new prompt: those that cover its action, of whose givers each could answer it now by a press. One
 * whose giver may not answer any more is ended. No statement where none is offered, one where none covers it.
 */
export async function usableGrants(deps: GrantDeps, asked: NewlyAsked): Promise<GrantRow[]> {
  const { organizationId, channelId, terms, unseenIn } = asked;
  const { action, rule } = terms ?? {};
  const scope = rule?.grants && action ? scopeOf(action, rule.grants) : null;
  if (!terms || !rule || !scope) return [];
  const now = new Date(deps.clock.now());
  const found = await deps.store.grants.matching(organizationId, grantDigest(rule, scope), now, terms.channelIds);
  if (!found) return [];
  const { grants, voters } = found;
  const usable = grants.filter((grant) => answers(grant, { channelId, stepsDone: 0, terms, unseenIn }, voters));
  for (const grant of grants) if (!usable.includes(grant)) await endLost(deps, grant, rule, voters);
  return usable;
}

/**
 * Ends a standing approval of which a giver may not answer any more, and returns it as it is then; null: all of them may. `rule`: null: it
 * was changed or deleted.
 */
export async function endLost(
  { store, clock }: GrantDeps,
  grant: GrantRow,
  rule: Pick<PromptRule, 'approvers'> | null,
  voters: VotersNow,
): Promise<GrantRow | null> {
  if (rule && grant.givers.every((_, giver) => keepsRight(grant, giver, rule, voters))) return null;
  const { organizationId, grantId } = grant;
  const entry = { ...systemAuditEntry(clock, 'grant.ended', grantId), organizationId };
  const reason = rule ? 'not_an_approver' : 'rule_changed';
  const audit = { ...entry, changes: [{ field: 'ended_reason', after: reason }] };
  const end = { organizationId, grantId, at: audit.at, reason, by: null, audit, event: null } as const;
  const ended = await store.grants.end(end);
  return ended === 'duplicate' ? null : ended;
}

/** Whether each of the givers could answer a prompt by a press, and they suffice. */
function answers(
  grant: GrantRow,
  asked: Asked & Pick<NewlyAsked, 'unseenIn'> & { readonly terms: PromptTerms },
  voters: VotersNow,
): boolean {
  const isSeen = (id: string) => asked.terms.channelIds.includes(id) && !asked.unseenIn.includes(id);
  const isHere = grant.givers.every(
    ({ platform, channelId, chatId }) =>
      platform === null || (isSeen(channelId) && isChatOf(voters, channelId, chatId)),
  );
  const votes = votesOf(grant, asked.channelId);
  const counted = isHere ? countedVotes(asked, votes, voters) : [];
  return counted.length === votes.length && isDecided(asked.terms, counted, 'approve');
}

/** Whether a giver could still answer such a prompt in the chat where they gave it, if nothing but its channel and rule says who may. */
function keepsRight(
  grant: GrantRow,
  giver: number,
  { approvers }: Pick<PromptRule, 'approvers'>,
  voters: VotersNow,
): boolean {
  const vote = votesOf(grant, grant.channelId)[giver];
  if (!vote) return false;
  const { channelId, platform } = vote;
  const terms = { approvers: null, policy: null, requestedBy: null, channelIds: [channelId] };
  const list = { ruleId: '', version: 0, title: null, fields: null, approvers };
  const asked = { channelId, stepsDone: 0, terms: { ...terms, rule: list } };
  const isThere = platform === null || isChatOf(voters, channelId, grant.givers[giver]?.chatId ?? null);
  return isThere && countedVotes(asked, [vote], voters).length === 1;
}

function isChatOf({ channels }: VotersNow, channelId: string, chatId: string | null): boolean {
  return channels.some(
    (channel) =>
      channel.channelId === channelId &&
      channel.isActive &&
      channel.credentialsProven &&
      channel.targetChatId === chatId,
  );
}

/** The votes of the givers. `consoleChannel`: the channel of those who gave it in the console. */
function votesOf({ organizationId, promptNum, givenAt, givers }: GrantRow, consoleChannel: string): VoteRow[] {
  return givers.map(({ chatId: _chat, ...giver }) => ({
    ...giver,
    organizationId,
    promptNum,
    reasonUntil: null,
    at: givenAt,
    channelId: giver.platform === null ? consoleChannel : giver.channelId,
  }));
}
