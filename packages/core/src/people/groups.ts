import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { requireAllChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import type { Page } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import { refusalOfDeletion } from './deletion.js';
import type { GroupChange, GroupRefusal, GroupRow } from '../ports/people/group-store.js';
import type { Services } from '../ports/services.js';

/** A group to add. */
export type GroupInput = Pick<GroupRow, 'groupId' | 'name' | 'members'>;

export interface GroupsOptions extends Pick<Services, 'store' | 'clock'> {
  readonly managed: Managed;
}

/** The groups of people who may answer. */
export class Groups {
  readonly #options: GroupsOptions;

  constructor(options: GroupsOptions) {
    this.#options = options;
  }

  async create(principal: Principal, input: GroupInput): Promise<GroupRow> {
    requireAllChannels(principal, 'Groups');
    const { store, clock } = this.#options;
    const audit = auditEntry(principal, clock, 'group.created', input.groupId);
    const { organizationId } = principal;
    return written(input.groupId, await store.groups.insert({ ...input, organizationId, createdAt: audit.at }, audit));
  }

  async get({ organizationId }: Principal, groupId: string): Promise<GroupRow> {
    return (await this.#options.store.groups.get(organizationId, groupId)) ?? unknown(groupId);
  }

  async list({ organizationId }: Principal, page: Page): Promise<GroupRow[]> {
    return await this.#options.store.groups.list(organizationId, page);
  }

  async update(principal: Principal, groupId: string, change: GroupChange): Promise<GroupRow> {
    requireAllChannels(principal, 'Groups');
    const { store, clock, managed } = this.#options;
    await managed.check(principal, 'group', groupId);
    const updated = await store.groups.update(principal.organizationId, groupId, change, ({ name, members }) => ({
      ...auditEntry(principal, clock, 'group.updated', groupId),
      changes: changesBetween({ name, members }, { name: change.name, members: change.members }),
    }));
    return written(groupId, updated);
  }

  async delete(principal: Principal, groupId: string): Promise<GroupRow> {
    requireAllChannels(principal, 'Groups');
    const { store, clock, managed } = this.#options;
    await managed.check(principal, 'group', groupId);
    const audit = auditEntry(principal, clock, 'group.deleted', groupId);
    const deleted = await store.groups.remove(principal.organizationId, groupId, audit);
    if (deleted === null) return unknown(groupId);
    if ('refused' in deleted) throw refusalOfDeletion(`The group "${groupId}"`, deleted);
    return deleted;
  }
}

function unknown(groupId: string): never {
  throw new Refusal('not_found', `There is no group ${JSON.stringify(groupId)}.`);
}

function written(groupId: string, outcome: GroupRow | GroupRefusal): GroupRow {
  if (!('refused' in outcome)) return outcome;
  if (outcome.refused === 'unknown_person')
    throw new Refusal(
      'invalid',
      `members: there is no person "${outcome.personId}"; add them with POST /v1/people/new first.`,
      'members',
    );
  if (outcome.refused === 'missing') return unknown(groupId);
  throw new Refusal('conflict', `The group "${groupId}" already exists; PATCH /v1/groups/${groupId} changes it.`);
}
