import type { NewChannel } from '@gateway/contract';
import { auditEntry, changesBetween, Refusal, type ManagedId } from '@gateway/core';
import { camel } from '../http/records/field-names.js';
import { channelInput, channelUpdate, settingsUpdate } from '../http/records/inputs.js';
import { personChange, personInput } from '../http/records/person.js';
import { policyChange, policyInput } from '../http/records/policy.js';
import type { Declared, FileRule } from './schema.js';
import { isRemovable, type Plan } from './plan.js';
import { filePrincipal, type OpenTarget } from './target.js';

/** Carries out a plan. Each write is made by the core, with its checks and its audit entry. Returns sentences about what was not removed. */
export async function write(
  target: OpenTarget,
  plan: Plan,
  { prune }: Pick<Declared, 'prune'>,
  file: string,
  renew: () => Promise<void>,
): Promise<string[]> {
  const { store, organizationId, writers, clock } = target;
  const principal = filePrincipal(file);
  const { people, groups, policies, channels, rules, settings } = writers;

  // First, so that no request changes a record between its write and its ownership.
  if (plan.owned.length > 0 && plan.changes.length > 0)
    await store.managed.claim(organizationId, file, plan.owned, new Date(clock.now()));

  await freeIdentities();
  for (const { declared, isNew } of plan.people) {
    await renew();
    await (isNew
      ? people.create(principal, personInput({ ...declared, groups: [] }))
      : people.update(principal, declared.person_id, personChange({ ...declared, person_id: undefined })));
  }
  for (const { declared, isNew } of plan.groups) {
    await renew();
    const { groupId, ...fields } = camel(declared);
    await (isNew ? groups.create(principal, { groupId, ...fields }) : groups.update(principal, groupId, fields));
  }
  // A policy and its channels can name each other. A new policy begins without its steps, and not its channels without the policy: a
  // question never has too few judges.
  for (const { declared, isNew } of plan.policies) {
    await renew();
    if (isNew) await policies.create(principal, policyInput({ ...declared, steps: [] }));
  }
  for (const { declared, isNew } of plan.channels) {
    await renew();
    await writeChannel(declared, isNew);
  }
  for (const { declared, isNew } of plan.policies) {
    if (isNew && declared.steps.length === 0) continue;
    await renew();
    await policies.update(principal, declared.policy_id, policyChange({ ...declared, policy_id: undefined }));
  }
  if (plan.rules) await writeRules(plan.rules);
  if (plan.retention) await settings.update(principal, settingsUpdate(plan.retention));
  for (const { id, role } of plan.operators) {
    await store.operators.update(organizationId, id, { role }, (before) => ({
      ...auditEntry(principal, clock, 'operator.updated', id),
      changes: changesBetween({ role: before.role }, { role }),
    }));
  }
  return await removeGone();

  /** Removes identities that another person of the file gets. */
  async function freeIdentities(): Promise<void> {
    for (const { declared, isNew } of plan.people) {
      if (isNew) continue;
      const stored = await people.get(principal, declared.person_id);
      const wanted = new Set(declared.identities.map(({ platform, user_id }) => `${platform} ${user_id}`));
      const kept = stored.identities.filter(({ platform, userId }) => wanted.has(`${platform} ${userId}`));
      if (kept.length < stored.identities.length)
        await people.update(principal, declared.person_id, { identities: kept });
    }
  }

  async function writeChannel(declared: NewChannel, isNew: boolean): Promise<void> {
    if (isNew) return await channels.create(principal, channelInput(declared));
    const { channel_id: channelId, platform: _fixed, channel_type: _type, credentials, ...change } = declared;
    const stored = await channels.get(principal, channelId);
    const isSame = isEqual(credentials, () => writers.vault.open(stored));
    const isSameChat = stored.targetChatId === change.target_chat_id;
    await channels.update(principal, channelId, {
      ...channelUpdate({ ...change, target_chat_id: isSameChat ? undefined : change.target_chat_id }),
      // Sealing them again would end the connection of the account.
      ...(!isSame && { credentials, replacesCredentials: true }),
    });
  }

  /** Those that left the file go with the same transaction: an action is judged by the old file or by the new one. */
  async function writeRules(declared: readonly FileRule[]): Promise<void> {
    await renew();
    const gone = plan.gone.filter(({ kind }) => kind === 'rule');
    await rules.declare(principal, {
      rules: declared.map(({ position: _inFile, ...rule }) => camel(rule)),
      removed: prune ? gone.map(({ id }) => id) : [],
    });
    if (gone.length > 0) await store.managed.release(organizationId, gone);
  }

  /** Releases what left the file. With `prune` it is removed first, in the order in which records name each other. */
  async function removeGone(): Promise<string[]> {
    const kept: string[] = [];
    const released: ManagedId[] = prune ? plan.gone.filter(({ kind }) => !isRemovable(kind)) : [...plan.gone];
    const remove = {
      channel: (id: string) => channels.unregister(principal, id),
      policy: (id: string) => policies.delete(principal, id),
      group: (id: string) => groups.delete(principal, id),
      person: (id: string) => people.delete(principal, id),
    };
    for (const kind of ['channel', 'policy', 'group', 'person'] as const)
      for (const record of prune ? plan.gone.filter((each) => each.kind === kind) : []) {
        await renew();
        try {
          await remove[kind](record.id);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          // It stays owned, so that the next apply tries again.
          if (error.kind !== 'not_found') {
            kept.push(error.detail);
            continue;
          }
        }
        released.push(record);
      }
    if (released.length > 0) await store.managed.release(organizationId, released);
    return kept;
  }
}

/** Whether the stored credentials are these. Stored ones that no key opens are not. */
function isEqual(given: Readonly<Record<string, string>>, open: () => Readonly<Record<string, string>>): boolean {
  try {
    const stored = open();
    const names = Object.keys(given);
    return names.length === Object.keys(stored).length && names.every((name) => given[name] === stored[name]);
  } catch {
    return false;
  }
}
