import { withoutUser, type Approver, type NewChannel } from '@gateway/contract';
import {
  checkAddress,
  checkCredentials,
  checkPromptLinks,
  loadedPlatform,
  notLoaded,
  Refusal,
  windowSettings,
} from '@gateway/core';
import { channelInput } from '../http/records/inputs.js';
import { checkRules } from './check-rules.js';
import type { FilePath } from './document.js';
import type { Declared, Report } from './schema.js';
import type { OpenTarget } from './target.js';

/** Checks what a valid file declares against the database and the adapters. No platform is called. */
export async function checkAgainst(target: OpenTarget, declared: Declared, report: Report): Promise<void> {
  const { store, organizationId, platforms, outgoing } = target;
  const known = {
    person: new Set(declared.people.map((person) => person?.person_id)),
    group: new Set(declared.groups.map((group) => group?.group_id)),
    policy: new Set(declared.policies.map((policy) => policy?.policy_id)),
  };

  /** Reports refusals of the core. Their field follows the path. */
  async function refusals(path: FilePath, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const field = error.field?.split('.') ?? [];
      report([...path, ...field], `is refused: ${error.detail}`);
    }
  }

  async function checkApprovers(path: FilePath, approvers: readonly Approver[] | null | undefined): Promise<void> {
    for (const [at, entry] of (approvers ?? []).entries()) {
      if ('person' in entry) await checkPerson([...path, at], entry.person);
      if ('group' in entry && !known.group.has(entry.group) && !(await store.groups.get(organizationId, entry.group)))
        report([...path, at], `names the group "${entry.group}", which neither the file nor the database has`);
    }
  }

  async function checkPerson(path: FilePath, id: string): Promise<void> {
    if (!known.person.has(id) && !(await store.people.get(organizationId, id)))
      report(path, `names the person "${id}", whom neither the file nor the database has`);
  }

  /** A channel in which a step or a rule asks. */
  async function checkAsked(path: FilePath, id: string): Promise<void> {
    const inFile = declared.channels.find((channel) => channel?.channel_id === id)?.channel_type;
    const stored = inFile ? null : await store.channels.get(organizationId, id);
    const type = inFile ?? stored?.channelType;
    if (type === undefined) report(path, `names the channel "${id}", which neither the file nor the database has`);
    else if (type !== 'PROMPT')
      report(path, `names the channel "${id}", which is a MESSAGE channel: name a PROMPT channel`);
    else if (stored?.credentialsProven === false)
      report(
        path,
        `names the channel "${id}", whose credentials or chat were last set by a key without people:write: declare the channel in the file, or give its credentials again with people:write`,
      );
  }

  async function checkPolicy(path: FilePath, id: string): Promise<void> {
    if (!known.policy.has(id) && !(await store.policies.get(organizationId, id)))
      report(path, `names the policy "${id}", which neither the file nor the database has`);
  }

  async function checkChannel(channel: NewChannel, at: number): Promise<void> {
    const path = ['channels', at];
    await refusals(path, async () => {
      const platform = await loadedPlatform(platforms, channel.platform);
      await refusals(path, () => checkCredentials(platform, channel.credentials));
      await refusals(path, () => windowSettings(platform, channelInput(channel)));
    });
    await refusals(path, () => {
      if (channel.callback_url === null) return;
      const reason = refusedAddress(channel.callback_url);
      if (reason !== null) throw reason;
    });
    await checkApprovers([...path, 'approvers'], channel.approvers);
    if (channel.policy) await checkPolicy([...path, 'policy'], channel.policy);
    const stored = await store.channels.get(organizationId, channel.channel_id);
    if (!stored?.promptLinks)
      await refusals(path, () => checkPromptLinks(target, channel.channel_type, channelInput(channel)));
    if (stored && stored.platform !== channel.platform)
      report([...path, 'platform'], `cannot be changed from ${stored.platform}: use another channel_id`);
    if (stored && stored.channelType !== channel.channel_type)
      report([...path, 'channel_type'], `cannot be changed from ${stored.channelType}: use another channel_id`);
  }

  function refusedAddress(url: string): Refusal | null {
    try {
      checkAddress(outgoing, 'callback_url', withoutUser(url));
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  async function checkPeople(): Promise<void> {
    const owners = new Map<string, string>();
    for (const [at, person] of declared.people.entries()) {
      if (!person) continue;
      for (const [index, { platform, user_id }] of person.identities.entries()) {
        const path = ['people', at, 'identities', index];
        if (!platforms.ids.includes(platform))
          report([...path, 'platform'], `is refused: ${notLoaded(platforms, platform)}`);
        const owner = owners.get(`${platform} ${user_id}`);
        if (owner !== undefined) report(path, `is an identity of the person "${owner}" already`);
        owners.set(`${platform} ${user_id}`, person.person_id);
        const stored = await store.people.whoIs(organizationId, { identities: [{ platform, userId: user_id }] });
        if (stored && !known.person.has(stored.personId))
          report(path, `is an identity of the person "${stored.personId}" already, whom the file does not have`);
      }
      if (person.operator_id !== null && !(await store.operators.get(organizationId, person.operator_id)))
        report(['people', at, 'operator_id'], 'is not the id of an operator');
    }
  }

  await checkPeople();
  for (const [at, group] of declared.groups.entries())
    for (const [index, id] of (group?.members ?? []).entries()) await checkPerson(['groups', at, 'members', index], id);
  for (const [at, policy] of declared.policies.entries())
    for (const [step, { channels = [], approvers }] of (policy?.steps ?? []).entries()) {
      const path = ['policies', at, 'steps', step];
      await checkApprovers([...path, 'approvers'], approvers);
      for (const [index, id] of channels.entries()) await checkAsked([...path, 'channels', index], id);
    }
  for (const [at, channel] of declared.channels.entries()) if (channel) await checkChannel(channel, at);
  await checkRules(target, declared, report, { checkApprovers, checkAsked, checkPolicy });
  await checkOwners(target, declared, report);
}

/** An installation with operators keeps an owner. */
async function checkOwners({ store, organizationId }: OpenTarget, declared: Declared, report: Report): Promise<void> {
  if (declared.operators.length === 0) return;
  const stored = await store.operators.list(organizationId);
  const roles = new Map(declared.operators.flatMap((each) => (each ? [[each.email, each.role]] : [])));
  const remains = stored.some(({ email, role }) => (roles.get(email) ?? role) === 'owner');
  if (stored.length > 0 && !remains) report(['operators'], 'would leave no owner: give one operator the role owner');
}
