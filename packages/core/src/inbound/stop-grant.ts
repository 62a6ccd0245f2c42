import { refusalOfVoter } from '../answers/check-voter.js';
import type { Voter } from '../answers/voter.js';
import { systemAuditEntry } from '../audit/audit.js';
import type { PromptRow } from '../ports/rows.js';
import { grantEndedBefore, grantStopped, notYourGrant, saysStop } from '../questions/texts/grants.js';
import { keyOf, type Arrival, type InboundDeps } from './arrival.js';
import { duplicate, refused, type Result } from './result.js';

/** Whether a text about a prompt asks to end the standing approval that was given with it. */
export const asksToStop = (prompt: PromptRow, text: string) =>
  prompt.answerDetail?.grantSec !== undefined && saysStop(text);

/** Ends a standing approval, if this person could answer the question with which it was given. Its message says so. */
export async function stopInChat(
  deps: InboundDeps,
  arrival: Arrival,
  prompt: PromptRow,
  channelId: string,
  voter: Voter,
): Promise<Result> {
  const { store, clock, grantMessages, log } = deps;
  const { organizationId, num } = prompt;
  const refusal = await refusalOfVoter(deps, prompt, channelId, voter, arrival.event.visibility);
  if (refusal !== null) return refused(notYourGrant, prompt, { refused: voter });
  const grant = await store.grants.ofPrompt(organizationId, num);
  if (!grant) return refused(grantEndedBefore, prompt);
  const { grantId } = grant;
  const entry = { ...systemAuditEntry(clock, 'grant.ended', grantId), organizationId };
  const reason = 'stopped';
  const changes = [{ field: 'ended_reason', after: reason }];
  const audit = { ...entry, actorId: voter.key, actorName: voter.name, changes };
  const by = { kind: 'person', id: voter.key, name: voter.name } as const;
  const ended = await store.grants.end({
    organizationId,
    grantId,
    at: audit.at,
    reason,
    by,
    audit,
    event: keyOf(arrival),
  });
  if (ended === 'duplicate') return duplicate;
  if (!ended) return { result: 'refused', notice: grantEndedBefore, prompt };
  grantMessages.wake();
  log.info({ grant_id: grantId }, 'A standing approval was ended');
  return { result: 'answered', notice: grantStopped, prompt };
}
