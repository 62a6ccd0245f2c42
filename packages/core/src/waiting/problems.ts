import type { AnswerProblem, DecisionValue, problemCodes } from '@gateway/contract';
import type { ShownPrompt } from '../answers/shown-prompt.js';
import type { Voter } from '../answers/voter.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Lists } from '../answers/candidates.js';
import { namesIn } from '../answers/may-answer.js';
import type { NamedApprovers } from '../ports/people/people-store.js';
import type { Places } from '../answers/places.js';

type Code = (typeof problemCodes)[number];

/** The people who may answer a prompt. */
export interface Able {
  /** Those who have not voted. */
  readonly missing: readonly Voter[];
  /** Those who have voted and can change their vote. */
  readonly voted: readonly Voter[];
  /** Those who have no account on a platform of the prompt, and do not sign in to the console. */
  readonly unreachable: readonly Voter[];
}

/** What prevents an answer to a pending prompt, with the fix. `people` null: anybody in the chats may answer. */
export function problemsOf(
  shown: ShownPrompt,
  places: Places,
  people: { readonly lists: Lists; readonly found: NamedApprovers; readonly able: Able } | null,
): AnswerProblem[] {
  const ofChannels = [...places.first, ...places.later].flatMap(ofChannel);
  if (people === null) return ofChannels;
  const { able } = people;
  const { emptyGroups, unknown } = missingOf(people);
  return [
    ...ofChannels,
    ...emptyGroups
      .slice(0, MAX_OF_A_KIND)
      .map((id) => problem('empty_group', `The group “${id}” has no members: add people to it.`)),
    ...unknown
      .slice(0, MAX_OF_A_KIND)
      .map((id) =>
        problem(
          'unknown_approver',
          `The approver “${id}” does not exist any more: add a person or group with this id.`,
        ),
      ),
    ...(able.unreachable.length === 0 ? [] : [problem('unreachable_approver', unreachable(able.unreachable))]),
    ...tooFew(shown, able),
  ];
}

const MAX_OF_A_KIND = 5;

/** Groups without members, and people and groups that do not exist. */
function missingOf({ lists, found }: { readonly lists: Lists; readonly found: NamedApprovers }) {
  const names = namesIn([...lists.narrowing, ...lists.added]);
  const groups = [...new Set(names.groups)];
  const hasMembers = (id: string) => found.people.some((person) => person.groups.includes(id));
  const isPerson = (id: string) => found.people.some(({ personId }) => personId === id);
  return {
    emptyGroups: groups.filter((id) => found.groups.includes(id) && !hasMembers(id)),
    unknown: [
      ...[...new Set(names.persons)].filter((id) => !isPerson(id)),
      ...groups.filter((id) => !found.groups.includes(id)),
    ],
  };
}

const problem = (code: Code, message: string, channelId: string | null = null): AnswerProblem => ({
  code,
  message,
  channel_id: channelId,
});

function ofChannel({ channelId, isActive, health, healthDetail }: ChannelRow): AnswerProblem[] {
  if (!isActive)
    return [
      problem(
        'channel_inactive',
        `The channel “${channelId}” is inactive, so answers from its chat do not arrive: activate it, or answer here.`,
        channelId,
      ),
    ];
  if (health !== 'failing') return [];
  const why = healthDetail ?? 'test it to see why.';
  return [problem('channel_failing', `The channel “${channelId}” is failing: ${why}`, channelId)];
}

function unreachable(voters: readonly Voter[]): string {
  const names = voters.slice(0, MAX_OF_A_KIND).map(({ name }) => name);
  const more = voters.length - names.length;
  const listed = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return voters.length === 1
    ? `${listed} has no account on a platform of this prompt and is no operator: add an account or an operator to the person.`
    : `${listed} have no account on a platform of this prompt and are no operators: add an account or an operator to each.`;
}

/** Whether too few people are left for every answer that can still be given, unless a later step asks more people. */
function tooFew({ prompt, votes }: ShownPrompt, { missing, voted }: Able): AnswerProblem[] {
  const { terms } = prompt;
  const policy = terms?.policy ?? null;
  if (policy?.steps.slice(prompt.stepsDone).some(({ approvers }) => approvers !== undefined)) return [];
  if (policy === null) return missing.length > 0 ? [] : [problem('too_few_people', noOneLeft)];
  const decisions = terms?.decisions ?? null;
  const wanted: readonly string[] = decisions ? wantedDecisions(decisions) : prompt.options;
  const lacking = wanted.map((choice) => {
    const given = votes.filter((vote) => vote.choice === choice);
    const more = given.length > 0 ? ' more' : '';
    const needed = (decisions && choice === 'reject' ? policy.rejections : policy.approvals) - given.length;
    // A vote for this choice cannot be given a second time.
    const left =
      missing.length +
      voted.filter(({ key, earlierKeys }) => !given.some(({ voter }) => voter === key || earlierKeys.includes(voter)))
        .length;
    return { needed, more, left };
  });
  const nearest = lacking.toSorted((one, other) => one.needed - one.left - (other.needed - other.left))[0];
  if (!nearest || nearest.left >= nearest.needed) return [];
  return [problem('too_few_people', notEnough(nearest))];
}

const noOneLeft =
  'No one may answer: only people who are on every list of the prompt and its channels may. Add people to the groups, or cancel the prompt.';

interface Lacking {
  readonly needed: number;
  /** Empty: no one has agreed yet. */
  readonly more: string;
  readonly left: number;
}

const notEnough = ({ needed, more, left }: Lacking) =>
  `${needed}${more} ${needed === 1 ? 'person has' : 'people have'} to agree, and ${left === 0 ? 'no one is' : `only ${left} ${left === 1 ? 'is' : 'are'}`} left who may answer: add people to the groups of the approvers, or cancel the prompt.`;

/** A rejection alone is not what the agent waits for. */
function wantedDecisions(decisions: readonly DecisionValue[]): readonly DecisionValue[] {
  const others = decisions.filter((value) => value !== 'reject');
  return others.length > 0 ? others : decisions;
}
