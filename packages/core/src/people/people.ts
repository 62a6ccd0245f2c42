import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { requireAllChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import { notLoaded, type Platforms } from '../base/platforms.js';
import type { Page } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import { refusalOfDeletion } from './deletion.js';
import type {
  Identity,
  PeopleFilter,
  PersonChange,
  PersonRefusal,
  PersonRow,
  RecentAccount,
} from '../ports/people/people-store.js';
import type { Services } from '../ports/services.js';

/** For how long an account is a recent one. */
const RECENT_MS = 30 * 86_400_000;

/** A person to add. */
export type PersonInput = Pick<PersonRow, 'personId' | 'name' | 'operatorId' | 'identities' | 'groups'>;

export interface PeopleOptions extends Pick<Services, 'store' | 'clock'> {
  readonly managed: Managed;
  readonly platforms: Platforms;
}

/** The people who may answer. */
export class People {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  async create(principal: Principal, input: PersonInput): Promise<PersonRow> {
    requireAllChannels(principal, 'People');
    const { store, clock, managed } = this.#options;
    this.#checkPlatforms(input.identities, []);
    await managed.checkGroups(principal, [], input.groups);
    const audit = auditEntry(principal, clock, 'person.created', input.personId);
    const { organizationId } = principal;
    return written(input, await store.people.insert({ ...input, organizationId, createdAt: audit.at }, audit));
  }

  async get({ organizationId }: Principal, personId: string): Promise<PersonRow> {
    return (await this.#options.store.people.get(organizationId, personId)) ?? unknown(personId);
  }

  async list({ organizationId }: Principal, filter: PeopleFilter, page: Page): Promise<PersonRow[]> {
    return await this.#options.store.people.list(organizationId, filter, page);
  }

  /** The accounts without a person that answered or wrote in the last 30 days, the latest first. */
  async recentAccounts({ organizationId }: Principal): Promise<RecentAccount[]> {
    const { store, clock } = this.#options;
    const since = new Date(clock.now() - RECENT_MS);
    return await store.people.recentAccounts(organizationId, since);
  }

  async update(principal: Principal, personId: string, change: PersonChange): Promise<PersonRow> {
    requireAllChannels(principal, 'People');
    const { store, clock, managed } = this.#options;
    await managed.check(principal, 'person', personId);
    const current = await this.get(principal, personId);
    if (change.identities) this.#checkPlatforms(change.identities, current.identities);
    if (change.groups) await managed.checkGroups(principal, current.groups, change.groups);
    const updated = await store.people.update(principal.organizationId, personId, change, (before) => ({
      ...auditEntry(principal, clock, 'person.updated', personId),
      changes: changesBetween(fieldsOf(before), fieldsOf(change)),
    }));
    return written({ ...change, personId }, updated);
  }

  async delete(principal: Principal, personId: string): Promise<PersonRow> {
    requireAllChannels(principal, 'People');
    const { store, clock, managed } = this.#options;
    await managed.check(principal, 'person', personId);
    await managed.checkGroups(principal, (await this.get(principal, personId)).groups, []);
    const audit = auditEntry(principal, clock, 'person.deleted', personId);
    const deleted = await store.people.remove(principal.organizationId, personId, audit);
    if (deleted === null) return unknown(personId);
    if ('refused' in deleted) throw refusalOfDeletion(`The person "${personId}"`, deleted);
    return deleted;
  }

  /** Refuses identities on platforms that no adapter serves, except those that the person has already. */
  #checkPlatforms(identities: readonly Identity[], before: readonly Identity[]): void {
    const { platforms } = this.#options;
    const known = new Set([...platforms.ids, ...before.map(({ platform }) => platform)]);
    const wrong = identities.findIndex(({ platform }) => !known.has(platform));
    if (wrong === -1) return;
    const sentence = notLoaded(platforms, identities[wrong]?.platform ?? '');
    throw new Refusal('invalid', sentence, `identities.${wrong}.platform`, { code: 'platform_not_loaded' });
  }
}

function unknown(personId: string): never {
  throw new Refusal('not_found', `There is no person ${JSON.stringify(personId)}.`);
}

function written(input: PersonChange & { readonly personId: string }, outcome: PersonRow | PersonRefusal): PersonRow {
  if (!('refused' in outcome)) return outcome;
  const { personId } = input;
  switch (outcome.refused) {
    case 'missing':
      return unknown(personId);
    case 'exists':
      throw new Refusal(
        'conflict',
        `The person "${personId}" already exists; PATCH /v1/people/${personId} changes it.`,
      );
    case 'identity_taken': {
      const { identity, personId: owner } = outcome;
      throw new Refusal(
        'conflict',
        `The user ${JSON.stringify(identity.userId)} of ${identity.platform} is an identity of the person "${owner}" already: remove it there first.`,
      );
    }
    case 'operator_taken':
      throw new Refusal(
        'conflict',
        `The operator ${JSON.stringify(input.operatorId)} is the person "${outcome.personId}" already: remove operator_id there first.`,
      );
    case 'unknown_operator':
      throw new Refusal(
        'invalid',
        `operator_id: there is no operator ${JSON.stringify(input.operatorId)}; the page Operators of the console lists their ids.`,
        'operator_id',
      );
    case 'unknown_group':
      throw new Refusal(
        'invalid',
        `groups: there is no group "${outcome.groupId}"; add it with POST /v1/groups/new first.`,
        'groups',
      );
  }
}

/** The fields as the API names them. */
function fieldsOf({ name, operatorId, identities, groups }: PersonChange): Record<string, unknown> {
  return {
    name,
    operator_id: operatorId,
    identities: identities?.map(({ platform, userId }) => ({ platform, user_id: userId })),
    groups,
  };
}
