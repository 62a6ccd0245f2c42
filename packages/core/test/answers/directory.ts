import type { Approver, Policy } from '@gateway/contract';
import fc from 'fast-check';
import type { ApproverNames, Identity, KnownPerson, NamedApprovers } from '../../src/ports/people/people-store.js';
import type { ChannelRow, PromptRow, RequestedBy } from '../../src/ports/rows.js';

/** Random people, channels and questions, from few names so that lists often agree. */

const PLATFORMS = ['chat-a', 'chat-b'] as const;
const USERS = ['u1', 'u2', 'u3', 'u4'] as const;
const GROUPS = ['g1', 'g2'] as const;
const PERSONS = ['p1', 'p2', 'p3'] as const;

/** All accounts that can send an event, whether they belong to a person or not. */
export const accounts: Identity[] = PLATFORMS.flatMap((platform) => USERS.map((userId) => ({ platform, userId })));

export interface World {
  readonly people: readonly KnownPerson[];
  readonly channels: readonly ChannelRow[];
  /** Channels of later steps. */
  readonly later: readonly ChannelRow[];
  readonly prompt: PromptRow;
}

const approver: fc.Arbitrary<Approver> = fc.oneof(
  fc.constantFrom(...PERSONS).map((person) => ({ person })),
  fc.constantFrom(...GROUPS).map((group) => ({ group })),
  fc.constantFrom(...USERS).map((user_id) => ({ user_id })),
);
const list = fc.array(approver, { minLength: 1, maxLength: 3 });
const listOrNone = fc.option(list, { freq: 2 });

const people: fc.Arbitrary<KnownPerson[]> = fc
  .record({
    owners: fc.array(fc.constantFrom(null, ...PERSONS), { minLength: accounts.length, maxLength: accounts.length }),
    operators: fc.array(fc.boolean(), { minLength: PERSONS.length, maxLength: PERSONS.length }),
    groups: fc.array(fc.subarray([...GROUPS]), { minLength: PERSONS.length, maxLength: PERSONS.length }),
    exists: fc.array(fc.boolean(), { minLength: PERSONS.length, maxLength: PERSONS.length }),
  })
  .map(({ owners, operators, groups, exists }) =>
    PERSONS.map((personId, index) => ({
      personId,
      name: personId,
      operatorId: operators[index] ? `operator-of-${personId}` : null,
      groups: groups[index] ?? [],
      identities: accounts.filter((_, account) => owners[account] === personId),
    })).filter((_, index) => exists[index]),
  );

const channel = (channelId: string): fc.Arbitrary<ChannelRow> =>
  fc
    .record({ platform: fc.constantFrom(...PLATFORMS), approvers: listOrNone })
    .map(
      ({ platform, approvers }) =>
        ({ organizationId: 'org', channelId, credentialsProven: true, platform, approvers }) as unknown as ChannelRow,
    );

const step = fc.record({ after_sec: fc.constant(60), approvers: list });
const policy: fc.Arbitrary<Policy> = fc
  .record({
    approvals: fc.integer({ min: 1, max: 3 }),
    requester_may_answer: fc.boolean(),
    steps: fc.array(step, { maxLength: 2 }),
  })
  .map((rules) => Object.assign({ policy_id: 'rule', name: 'Rule', rejections: 1, on_timeout: null }, rules));

function requesterAmong(all: readonly KnownPerson[]): fc.Arbitrary<RequestedBy | null> {
  const asPerson = all.map((person): RequestedBy => {
    const { personId, name, identities, operatorId } = person;
    return { personId, name, accounts: identities, operatorId, platform: null, userId: null, verified: true };
  });
  const asUser = accounts.map(({ platform, userId }): RequestedBy => ({
    personId: null,
    name: null,
    verified: false,
    platform,
    userId,
  }));
  return fc.constantFrom(null, ...asPerson, ...asUser);
}

export const world: fc.Arbitrary<World> = people.chain((all) =>
  fc
    .record({
      channels: fc
        .tuple(channel('first'), fc.option(channel('second')))
        .map(([first, second]) => (second ? [first, second] : [first])),
      later: fc.option(channel('later')).map((row) => (row ? [row] : [])),
      approvers: listOrNone,
      policy: fc.option(policy),
      stepsDone: fc.integer({ min: 0, max: 2 }),
      requestedBy: requesterAmong(all),
    })
    .map(({ channels, later, approvers, policy: rules, stepsDone, requestedBy }) => {
      const terms = { approvers, policy: rules, requestedBy, channelIds: channels.map(({ channelId }) => channelId) };
      const prompt = {
        organizationId: 'org',
        num: 1,
        channelId: 'first',
        platform: channels[0]?.platform,
        terms,
        stepsDone,
        options: ['Yes'],
      };
      return { people: all, channels, later, prompt: prompt as unknown as PromptRow };
    }),
);

/** The directory of people as the store answers for it. */
export class Directory {
  constructor(readonly people: readonly KnownPerson[]) {}

  async whoIs(_: string, who: { identities: readonly Identity[] } | { operatorId: string } | { personId: string }) {
    const fits = (person: KnownPerson) => {
      if ('identities' in who) return person.identities.some((own) => who.identities.some((one) => isSame(own, one)));
      return 'operatorId' in who ? person.operatorId === who.operatorId : person.personId === who.personId;
    };
    return this.people.find(fits) ?? null;
  }

  async named(_: string, { persons, groups, identities }: ApproverNames): Promise<NamedApprovers> {
    const isNamed = (person: KnownPerson) =>
      persons.includes(person.personId) ||
      person.groups.some((group) => groups.includes(group)) ||
      person.identities.some((own) => identities.some((one) => isSame(own, one)));
    const found = this.people.filter(isNamed);
    return {
      groups: GROUPS.filter((group) => groups.includes(group)),
      people: found.map(({ personId, name, operatorId, identities, groups: all }) => ({
        personId,
        name,
        operatorId,
        identities,
        groups: all.filter((group) => groups.includes(group)),
      })),
    };
  }

  async namesOf() {
    return { persons: new Map<string, string>(), groups: new Map<string, string>(), users: new Map<string, string>() };
  }
}

const isSame = (one: Identity, other: Identity) => one.platform === other.platform && one.userId === other.userId;
