import { limits, type RuleThen } from '@gateway/contract';
import { requireAllChannels } from '../access/allowed-channels.js';
import { holdsAny, type Principal } from '../access/principal.js';
import { auditEntry } from '../audit/audit.js';
import { changesBetween } from '../audit/changes.js';
import { checkApproversExist } from '../answers/check-approvers.js';
import { Refusal } from '../base/refusal.js';
import { requireProof } from '../channels/credential-proof.js';
import { namedPromptChannel } from '../channels/named-channel.js';
import type { Managed } from '../managed/managed.js';
import type { DeclaredRules, RuleChange, RuleProblem, RuleRow } from '../ports/people/rule-store.js';
import type { Page } from '../ports/system.js';
import { checkCondition, filePosition, placeOf, type RuleInput } from './rule-input.js';
import { compareRules, tryRules, type Replayed, type Tried } from './try-rules.js';
import type { Services } from '../ports/services.js';

export interface RulesOptions extends Pick<Services, 'store' | 'clock'> {
  readonly managed: Managed;
}

/** The rules that say which action needs whom. */
export class Rules {
  readonly #options: RulesOptions;

  constructor(options: RulesOptions) {
    this.#options = options;
  }

  async create(principal: Principal, input: RuleInput): Promise<RuleRow> {
    const { store, clock } = this.#options;
    await this.#check(principal, input);
    if (input.then.approvers) requirePeople(principal);
    if (input.position !== null) await this.#requireBefore(principal, input.ruleId, input.position);
    const audit = auditEntry(principal, clock, 'rule.created', input.ruleId);
    const { organizationId } = principal;
    const row = await store.rules.insert({ ...input, organizationId, createdAt: audit.at }, limits.rules, audit);
    return typeof row === 'string' ? refuse(row, input.ruleId) : row;
  }

  async get({ organizationId }: Principal, ruleId: string): Promise<RuleRow> {
    const rules = await this.#options.store.rules.list(organizationId);
    return rules.find((rule) => rule.ruleId === ruleId) ?? unknown(ruleId);
  }

  /** In the order in which they are tried. A page continues after a position, see `placeOf`. */
  async list({ organizationId }: Principal, { limit, before }: Page): Promise<RuleRow[]> {
    const rules = await this.#options.store.rules.list(organizationId);
    return rules.filter((rule) => before === null || placeOf(rule) > before).slice(0, limit);
  }

  async update(principal: Principal, ruleId: string, change: RuleChange): Promise<RuleRow> {
    const { store, clock, managed } = this.#options;
    const { organizationId } = principal;
    requireUnlimited(principal);
    const before = await this.get(principal, ruleId);
    await managed.check(principal, 'rule', ruleId);
    const then = { ...before.then, ...defined(change.then) };
    const after = {
      actions: change.actions ?? before.actions,
      when: change.when === undefined ? before.when : change.when,
      then,
    };
    await this.#check(principal, { ruleId, ...after });
    if (before.then.approvers ?? then.approvers) requirePeople(principal);
    await this.#requireBefore(principal, ruleId, change.position ?? before.position);
    const updated = await store.rules.update(organizationId, ruleId, change, (row) => ({
      ...auditEntry(principal, clock, 'rule.updated', ruleId),
      changes: changesBetween(fieldsOf(row), {
        position: change.position,
        actions: change.actions,
        when: change.when,
        ...change.then,
      }),
    }));
    if (typeof updated === 'string') refuse(updated, ruleId);
    return updated ?? unknown(ruleId);
  }

  async delete(principal: Principal, ruleId: string): Promise<RuleRow> {
    const { store, clock, managed } = this.#options;
    requireUnlimited(principal);
    const { then } = await this.get(principal, ruleId);
    await managed.check(principal, 'rule', ruleId);
    if (then.approvers) requirePeople(principal);
    const audit = auditEntry(principal, clock, 'rule.deleted', ruleId);
    return (await store.rules.remove(principal.organizationId, ruleId, audit)) ?? unknown(ruleId);
  }

  /** Puts all rules that no file owns in this order. */
  async order(principal: Principal, ruleIds: readonly string[]): Promise<RuleRow[]> {
    const { store, clock } = this.#options;
    const { organizationId } = principal;
    requireUnlimited(principal);
    const before = await store.rules.list(organizationId);
    // The rule that now comes first could be one that needs no people.
    if (before.some(({ then }) => then.approvers)) requirePeople(principal);
    const own = before.filter(({ position }) => position >= 0).map(({ ruleId }) => ruleId);
    const entry = {
      ...auditEntry(principal, clock, 'rule.ordered', 'all'),
      changes: changesBetween({ rule_ids: own }, { rule_ids: ruleIds }),
    };
    if (!(await store.rules.order(organizationId, ruleIds, entry)))
      throw new Refusal(
        'conflict',
        'rule_ids: must name every rule that no configuration file owns, once. Read GET /v1/rules again.',
        'rule_ids',
      );
    return await store.rules.list(organizationId);
  }

  /** Makes the rules of a configuration file equal to what it declares, all at once: the first that matches decides. */
  async declare(principal: Principal, declared: DeclaredRules): Promise<void> {
    const { store, clock } = this.#options;
    for (const rule of declared.rules) await this.#check(principal, rule);
    const audit = (before: RuleRow | null, after: RuleRow | null) => {
      const event = before === null ? 'rule.created' : after === null ? 'rule.deleted' : 'rule.updated';
      const entry = auditEntry(principal, clock, event, (after ?? before)?.ruleId ?? '');
      return before && after ? { ...entry, changes: changesBetween(fieldsOf(before), fieldsOf(after)) } : entry;
    };
    const failed = await store.rules.declare(principal.organizationId, declared, {
      most: limits.rules,
      at: new Date(clock.now()),
      positionOf: filePosition,
      audit,
    });
    if (failed) refuse(failed.problem, failed.ruleId);
  }

  /** What the rules say about an action. See `tryRules`. */
  async try(principal: Principal, asked: Parameters<typeof tryRules>[2]): Promise<Tried> {
    return await tryRules(this.#options, principal, asked);
  }

  /** What the rules say about past actions. See `compareRules`. */
  async compare(principal: Principal, asked: Parameters<typeof compareRules>[2]): Promise<Replayed> {
    return await compareRules(this.#options, principal, asked);
  }

  /** Refuses a rule before one with approvers: it could decide in the place of these people. */
  async #requireBefore(principal: Principal, ruleId: string, position: number): Promise<void> {
    if (holdsAny(principal, ['people:write'])) return;
    const rules = await this.#options.store.rules.list(principal.organizationId);
    if (rules.some((rule) => rule.then.approvers && rule.ruleId !== ruleId && rule.position > position))
      requirePeople(principal, 'position', 'a rule before one with approvers');
  }

  /** Refuses what the principal may not do, and what does not exist. */
  async #check(principal: Principal, { when, then }: Pick<RuleInput, 'ruleId' | 'when' | 'then'>): Promise<void> {
    const { store } = this.#options;
    const { organizationId } = principal;
    requireUnlimited(principal);
    checkCondition(when, then.verdict);
    const policy = then.policy === null ? null : await store.policies.get(organizationId, then.policy);
    if (then.policy !== null && policy === null)
      throw new Refusal(
        'invalid',
        `then.policy: there is no policy "${then.policy}"; add it with POST /v1/policies/new first.`,
        'then.policy',
      );
    await checkApproversExist(store, organizationId, then.approvers ?? [], 'then.approvers');
    for (const channelId of then.channels ?? []) await this.#checkChannel(organizationId, channelId, then.policy);
  }

  async #checkChannel(organizationId: string, channelId: string, policy: string | null): Promise<void> {
    const field = 'then.channels';
    const channel = await namedPromptChannel(this.#options.store, organizationId, channelId, field);
    requireProof(channel, channelId, field);
    if (policy !== null && channel.policyId !== null && channel.policyId !== policy)
      throw new Refusal(
        'invalid',
        `then.policy: the channel "${channelId}" prescribes the policy "${channel.policyId}": name that one, or another channel.`,
        'then.policy',
      );
  }
}

function requireUnlimited(principal: Principal): void {
  requireAllChannels(principal, 'Rules');
}

function requirePeople(principal: Principal, field = 'then.approvers', what = 'changing rules with approvers'): void {
  if (holdsAny(principal, ['people:write'])) return;
  throw new Refusal('forbidden', `${field}: ${what} needs the scope people:write as well.`, field);
}

function defined(then: RuleChange['then']): Partial<RuleThen> {
  return Object.fromEntries(Object.entries(then ?? {}).filter(([, value]) => value !== undefined));
}

const fieldsOf = ({ position, actions, when, then }: RuleRow) => ({ position, actions, when, ...then });

function refuse(problem: RuleProblem, ruleId: string): never {
  if (problem === 'taken')
    throw new Refusal('conflict', `The rule "${ruleId}" already exists; PATCH /v1/rules/${ruleId} changes it.`);
  if (problem === 'position_taken')
    throw new Refusal(
      'conflict',
      'position: another rule has this position. Leave it out to come last, or use POST /v1/rules/order.',
      'position',
    );
  if (problem === 'too_many')
    throw new Refusal('conflict', `There are ${limits.rules} rules, and there cannot be more: join some of them.`);
  throw new Refusal(
    'conflict',
    'A channel or the policy of the rule is being changed by somebody else; try again.',
    'then',
    {
      code: 'unavailable',
    },
  );
}

function unknown(ruleId: string): never {
  throw new Refusal('not_found', `There is no rule ${JSON.stringify(ruleId)}.`);
}
