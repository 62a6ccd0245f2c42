import type { AuditAnswer } from '@gateway/core';
import type { PrismaClient } from '../../generated/sqlite/client.js';
import type { AuditRow } from '../../sql/rows.js';

type Entry = Pick<AuditRow, 'action' | 'actorId' | 'resourceId'>;

/** Reads the answers and votes that entries are about; null: the entry is about none, or it was deleted. */
export async function answersOf(
  client: PrismaClient,
  organizationId: string,
  entries: readonly Entry[],
): Promise<(entry: Entry) => AuditAnswer | null> {
  const numsOf = (action: string) => [
    ...new Set(entries.filter((entry) => entry.action === action).map((entry) => numOf(entry))),
  ];
  const [prompts, votes] = await Promise.all([
    client.prompt.findMany({
      where: { organizationId, num: { in: numsOf('prompt.answered') } },
      select: { num: true, channelId: true, answer: true },
    }),
    client.promptVote.findMany({
      where: { organizationId, promptNum: { in: numsOf('prompt.voted') } },
      select: { promptNum: true, operatorId: true, channelId: true, choice: true },
    }),
  ]);
  return (entry) => {
    const num = numOf(entry);
    if (entry.action === 'prompt.answered') {
      const prompt = prompts.find((each) => each.num === num);
      return prompt ? { channelId: prompt.channelId, answer: prompt.answer } : null;
    }
    if (entry.action !== 'prompt.voted') return null;
    const vote = votes.find(({ promptNum, operatorId }) => promptNum === num && operatorId === entry.actorId);
    return vote ? { channelId: vote.channelId, answer: vote.choice } : null;
  };
}

/** The number of the prompt `#12`. */
const numOf = ({ resourceId }: Entry): number => Number(resourceId.slice(1));
