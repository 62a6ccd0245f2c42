import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { requireProven } from '../channels/credential-proof.js';
import { namedPromptChannel } from '../channels/named-channel.js';
import { requireChannel, sees } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';
import type { Managed } from '../managed/managed.js';
import { checkApproversExist } from '../answers/check-approvers.js';
import { refusalOfDeletion } from '../people/deletion.js';
import type { Page } from '../ports/system.js';
import { Refusal } from '../base/refusal.js';
import type { PolicyChange, PolicyRow } from '../ports/people/policy-store.js';
import type { Services } from '../ports/services.js';

/** A policy to add. */
export type PolicyInput = Pick<PolicyRow, 'policyId' | 'name' | 'rules'>;

export interface PoliciesOptions extends Pick<Services, 'store' | 'clock'> {
  readonly managed: Managed;
}

/** The policies by which several people decide, or later ones. */
export class Policies {
  readonly #options: PoliciesOptions;

  constructor(options: PoliciesOptions) {
    this.#options = options;
  }

  async create(principal: Principal, input: PolicyInput): Promise<PolicyRow> {
    const { store, clock } = this.#options;
    const { organizationId } = principal;
    await this.#checkSteps(principal, input.rules.steps);
    const audit = auditEntry(principal, clock, 'policy.created', input.policyId);
    const row = await store.policies.insert({ ...input, organizationId, createdAt: audit.at }, audit);
    if (row === 'unproven') throw stepChanged();
    if (row) return row;
    const { policyId } = input;
    throw new Refusal(
      'conflict',
      `The policy "${policyId}" already exists; PATCH /v1/policies/${policyId} changes it.`,
    );
  }

  async get({ organizationId }: Principal, policyId: string): Promise<PolicyRow> {
    return (await this.#options.store.policies.get(organizationId, policyId)) ?? unknown(policyId);
  }

  async list({ organizationId }: Principal, page: Page): Promise<PolicyRow[]> {
    return await this.#options.store.policies.list(organizationId, page);
  }

  async update(principal: Principal, policyId: string, change: PolicyChange): Promise<PolicyRow> {
    const { store, clock, managed } = this.#options;
    const { organizationId } = principal;
    await this.#requireOwn(principal, policyId);
    await managed.check(principal, 'policy', policyId);
    await this.#checkSteps(principal, change.rules.steps ?? []);
    const updated = await store.policies.update(organizationId, policyId, change, ({ name, rules }) => ({
      ...auditEntry(principal, clock, 'policy.updated', policyId),
      changes: changesBetween({ name, ...rules }, { name: change.name, ...change.rules }),
    }));
    if (updated === 'unproven') throw stepChanged();
    return updated ?? unknown(policyId);
  }

  async delete(principal: Principal, policyId: string): Promise<PolicyRow> {
    const { store, clock, managed } = this.#options;
    await this.#requireOwn(principal, policyId);
    await managed.check(principal, 'policy', policyId);
    const audit = auditEntry(principal, clock, 'policy.deleted', policyId);
    const deleted = await store.policies.remove(principal.organizationId, policyId, audit);
    if (deleted === null) return unknown(policyId);
    if ('refused' in deleted) throw refusalOfDeletion(`The policy "${policyId}"`, deleted);
    return deleted;
  }

  /** Refuses a change of a policy that is in use in channels that the principal's key may not use. They are not named. */
  async #requireOwn(principal: Principal, policyId: string): Promise<void> {
    if (principal.channels === null) return;
    const { rules } = await this.get(principal, policyId);
    const stepsElsewhere = rules.steps.some(({ channels = [] }) => channels.some((id) => !sees(principal, id)));
    const { organizationId, channels } = principal;
    if (
      !stepsElsewhere &&
      !(await this.#options.store.policies.isNamedOutside(organizationId, policyId, [...channels]))
    )
      return;
    throw new Refusal(
      'forbidden',
      `The policy "${policyId}" is in use in channels that this key may not use, so this key cannot change or delete it.`,
      null,
      { code: 'channel_not_allowed' },
    );
  }

  /** Refuses steps that the principal may not make, or that name channels, people or groups that do not exist. */
  async #checkSteps(principal: Principal, steps: PolicyRow['rules']['steps']): Promise<void> {
    const { store } = this.#options;
    const { organizationId } = principal;
    if (steps.some(({ approvers }) => approvers) && !holdsAny(principal, ['people:write']))
      throw new Refusal('forbidden', 'steps: approvers in a step need the scope people:write as well.', 'steps');
    for (const { channels = [] } of steps) for (const channelId of channels) requireChannel(principal, channelId);
    for (const [at, { channels = [], approvers = [] }] of steps.entries()) {
      for (const channelId of channels) {
        const field = `steps.${at}.channels`;
        requireProven(await namedPromptChannel(store, organizationId, channelId, field), field);
      }
      await checkApproversExist(store, organizationId, approvers, `steps.${at}.approvers`);
    }
  }
}

function stepChanged(): Refusal {
  return new Refusal('conflict', 'A channel of the steps is being changed by somebody else; try again.', 'steps', {
    code: 'unavailable',
  });
}

function unknown(policyId: string): never {
  throw new Refusal('not_found', `There is no policy ${JSON.stringify(policyId)}.`);
}
