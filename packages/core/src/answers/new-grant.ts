import { randomBytes } from 'node:crypto';
import { formatPromptId } from '@gateway/contract';
import { systemAuditEntry } from '../audit/audit.js';
import type { NewAuditEntry } from '../ports/service/audit-store.js';
import type { Answer } from '../ports/questions/prompt-store.js';
import type { PromptRow, VoteRow } from '../ports/rows.js';
import { grantDigest, scopeOf } from '../questions/grants/grant-scope.js';
import type { QuestionMessage } from '../questions/messages.js';

/** The votes that gave an answer, with where the question is. */
export interface Givers {
  readonly votes: readonly VoteRow[];
  readonly places: readonly QuestionMessage[];
  /** The entry of the answer, if it was given in the console. */
  readonly audit: NewAuditEntry | undefined;
}

/** For how many seconds all who gave an answer approve the next ones, too: the shortest time counts. Null: not all of them do. */
export function wishedTime(votes: readonly VoteRow[]): number | null {
  const times = votes.map(({ grantSec }) => grantSec ?? null);
  return times.reduce(
    (least, time) => (least === null || time === null ? null : Math.min(least, time)),
    times[0] ?? null,
  );
}

/** The standing approval that an approval gives; undefined: none. Its message comes to the chat of the last vote. */
export function newGrant(
  prompt: Pick<PromptRow, 'organizationId' | 'num' | 'channelId' | 'terms'>,
  { votes, places, audit }: Givers,
  at: Date,
): Answer['grant'] {
  const { organizationId, num, channelId, terms } = prompt;
  const seconds = wishedTime(votes);
  const { rule, action } = terms ?? {};
  const scope = rule?.grants && action ? scopeOf(action, rule.grants) : null;
  const last = votes.at(-1);
  const place = places.find((each) => each.channelId === last?.channelId) ?? places[0];
  if (seconds === null || !rule?.grants || !action || !scope || !last || !place) return undefined;
  const { keyId, max_uses: maxUses } = rule.grants;
  const grantId = randomBytes(12).toString('base64url');
  const entry = audit ?? { ...systemAuditEntry({ now: () => at.getTime() }, 'grant.given', grantId), organizationId };
  return {
    row: {
      organizationId,
      grantId,
      promptNum: num,
      channelId,
      ruleId: rule.ruleId,
      ruleVersion: rule.version,
      keyId,
      actionName: action.name,
      same: JSON.stringify(scope.same),
      covers: scope.words,
      digest: grantDigest(rule, scope),
      givers: votes.map((vote) => giverOf(vote, places)),
      givenAt: at,
      until: new Date(at.getTime() + seconds * 1000),
      maxUses,
      messageChannelId: place.channelId,
      platform: place.platform,
      chatId: place.chatId,
      account: place.account,
      showDueAt: at,
    },
    audit: {
      ...entry,
      ...(!audit && { actorId: last.voter, actorName: last.name }),
      action: 'grant.given',
      resourceKind: 'grant',
      resourceId: grantId,
      changes: [{ field: 'prompt_id', after: formatPromptId(num) }],
    },
  };
}

function giverOf(vote: VoteRow, places: readonly QuestionMessage[]) {
  const { voter, personId, operatorId, platform, userId, aliases, name, choice, grantSec, channelId } = vote;
  const place = places.find((each) => each.channelId === channelId);
  const chatId = platform === null ? null : (place?.chatId ?? null);
  return {
    voter,
    personId,
    operatorId,
    platform,
    userId,
    aliases: aliases ?? null,
    name,
    choice,
    // It stays with the prompt, which retention deletes before.
    reason: null,
    grantSec,
    channelId,
    chatId,
  };
}
