import type { NewGroupRow, NewPersonRow, NewPolicyRow, Store } from '@gateway/core';
import { newAudit, now, org } from './fixture.js';

export function newPerson(personId: string, change: Partial<NewPersonRow> = {}): NewPersonRow {
  return {
    organizationId: org,
    personId,
    name: 'P',
    operatorId: null,
    identities: [],
    groups: [],
    createdAt: now,
    ...change,
  };
}

export function newGroup(groupId: string, change: Partial<NewGroupRow> = {}): NewGroupRow {
  return { organizationId: org, groupId, name: 'G', members: [], createdAt: now, ...change };
}

export function newPolicy(policyId: string): NewPolicyRow {
  const rules = { approvals: 1, rejections: 1, requester_may_answer: true, steps: [], on_timeout: null };
  return { organizationId: org, policyId, name: 'P', rules, createdAt: now };
}

/** Calls what people, groups and policies call, and what answers look up. */
export async function callPeople({ people, groups, policies, channels, prompts, managed }: Store): Promise<void> {
  const owned = [{ kind: 'person', id: 'p77' }] as const;
  await managed.claim(org, 'gateway.yaml', owned, now);
  await managed.fileOf(org, owned[0]);
  await managed.list(org);
  await managed.release(org, owned);
  const entry = newAudit('person.created', 'new');
  const page = { limit: 50, before: 1000 };
  const channelIds = ['c7', 'c8'];
  await channels.list(org, { channelIds }, page);
  for (const more of [{ q: 'deploy 77' }, { nums: [77, 78] }, { correlationIds: ['order-77'] }])
    await prompts.list(org, { now, channelIds, ...more }, page);
  await people.insert(newPerson('new', { identities: [{ platform: 'pigeon', userId: 'u' }], groups: ['x7'] }), entry);
  await people.update(
    org,
    'p77',
    { operatorId: 'a78', identities: [{ platform: 'pigeon', userId: 'v' }] },
    () => entry,
  );
  for (const filter of [{}, { operatorId: 'a77' }]) await people.list(org, filter, page);
  await people.remove(org, 'p78', entry);
  const identities = [{ platform: 'platform-7', userId: 'u77' }];
  await people.whoIs(org, { identities });
  await people.whoIs(org, { identities: [...identities, ...identities] });
  await people.whoIs(org, { operatorId: 'a77' });
  await people.whoIs(org, { personId: 'p77' });
  const names = { persons: ['p77', 'p79'], groups: ['x77', 'x78'], identities };
  await people.named(org, names);
  await people.namesOf(org, names);
  await people.recentAccounts(org, now);
  await groups.insert(newGroup('new', { members: ['p79'] }), entry);
  await groups.update(org, 'x77', { members: ['p79'] }, () => entry);
  await groups.list(org, page);
  await groups.remove(org, 'x78', entry);
  await policies.insert(newPolicy('new'), entry);
  await policies.get(org, 'x77');
  await policies.update(org, 'x77', { rules: { approvals: 2 } }, () => entry);
  await policies.list(org, page);
  await policies.remove(org, 'x78', entry);
}
