import type { KnownPerson, NamedApprovers } from '../ports/people/people-store.js';
import type { ChannelRow, PromptTerms } from '../ports/rows.js';
import type { Store } from '../ports/store.js';
import { candidatesOf, listsOf, namesOf, type Lists } from './candidates.js';
import { mayAnswer, type Asked } from './may-answer.js';
import type { Voter } from './voter.js';

/** A question, asked or imagined: its terms and the channels in which it is asked from the start. */
export interface NewQuestion {
  readonly terms: Pick<PromptTerms, 'approvers' | 'policy' | 'requestedBy' | 'rule'>;
  readonly channels: readonly ChannelRow[];
}

/** Why too few people can answer. */
export interface Shortage {
  readonly code: 'no_approvers' | 'too_few_approvers';
  /** What is wrong and how to fix it, without the field. */
  readonly reason: string;
}

interface Answerers {
  /** How many people may answer, also after later steps; null: anybody in the chats. */
  readonly able: number | null;
  /** The ids of those of them who are people. */
  readonly persons: readonly string[];
  /** Null: enough may. */
  readonly shortage: Shortage | null;
  /** People without an account on the platforms of the question, if too few are left without them. Accounts can be added later. */
  readonly unreachable: readonly string[];
}

/** Who can answer each of these questions. One statement for all, or none. */
export async function answerersOf(
  store: Pick<Store, 'people'>,
  organizationId: string,
  questions: readonly NewQuestion[],
): Promise<Answerers[]> {
  return answerersAmong(await listedBy(store, organizationId, questions), questions);
}

/** All that the lists of these questions name. One statement, or none. */
export async function listedBy(
  { people }: Pick<Store, 'people'>,
  organizationId: string,
  questions: readonly NewQuestion[],
): Promise<NamedApprovers> {
  const names = questions.flatMap((question) => namesOf(listsOf(afterAllSteps(question), question.channels)) ?? []);
  if (names.length === 0) return { groups: [], people: [] };
  return await people.named(organizationId, {
    persons: names.flatMap(({ persons }) => persons),
    groups: names.flatMap(({ groups }) => groups),
    identities: names.flatMap(({ identities }) => identities),
  });
}

/** Who can answer each of these questions, among those whom their lists name. */
export function answerersAmong(found: NamedApprovers, questions: readonly NewQuestion[]): Answerers[] {
  return questions.map((question) => {
    const asked = afterAllSteps(question);
    const lists = listsOf(asked, question.channels);
    return namesOf(lists) === null
      ? { able: null, persons: [], shortage: null, unreachable: [] }
      : among(found, { question, asked, lists });
  });
}

/** A question when all steps of its policy are done: then all may answer who ever may. */
function afterAllSteps({ terms, channels }: NewQuestion): Asked {
  const channelIds = channels.map(({ channelId }) => channelId);
  return {
    terms: { ...terms, channelIds },
    channelId: channelIds[0] ?? '',
    stepsDone: terms.policy?.steps.length ?? 0,
  };
}

interface Listed {
  readonly question: NewQuestion;
  readonly asked: Asked;
  readonly lists: Lists;
}

function among(found: NamedApprovers, { question: { terms, channels }, asked, lists }: Listed): Answerers {
  const voters = candidatesOf(lists, found).filter((voter) => mayAnswer(asked, channels, voter) === null);
  const { policy } = terms;
  // The chats of later steps can be on any platform.
  const asksElsewhere = policy?.steps.some((step) => step.channels !== undefined) === true;
  const platforms = asksElsewhere ? null : channels.map(({ platform }) => platform);
  const unreachable = voters.flatMap((voter) => (isReachable(voter, platforms) ? [] : (voter.personId ?? [])));
  const able = voters.length;
  const needed = policy?.approvals ?? 1;
  return {
    able,
    persons: voters.flatMap(({ personId }) => personId ?? []),
    shortage: able >= needed ? null : shortageOf(able, needed),
    unreachable: able >= needed && able - unreachable.length < needed ? unreachable : [],
  };
}

function shortageOf(able: number, needed: number): Shortage {
  if (able > 0)
    return {
      code: 'too_few_approvers',
      reason: `the policy needs ${needed} people, and only ${able} can answer. Add approvers, or use a policy with fewer approvals.`,
    };
  return {
    code: 'no_approvers',
    reason:
      'no one can answer, because no one is on every list of the prompt and its channels. Add people to the groups, or change the lists.',
  };
}

/** Whether somebody can answer on one of the platforms, or in the console; null: on any platform. */
export function isReachable(
  { operatorId, identities }: Pick<Voter | KnownPerson, 'operatorId' | 'identities'>,
  platforms: readonly string[] | null,
): boolean {
  if (operatorId !== null) return true;
  return identities.some(({ platform }) => platforms === null || platforms.includes(platform));
}
