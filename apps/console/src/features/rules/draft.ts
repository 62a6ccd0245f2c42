import {
  newRule,
  type Approver,
  type BodyInput,
  type RuleField,
  type RuleRecord,
  type Verdict,
} from '@gateway/contract';
import { grantLimits, limits, type createRule } from '@gateway/contract/values';
import { z } from 'zod';
import { t } from './texts.js';

/** A field of the drawing as the form has it. */
export interface FieldValues {
  readonly path: string;
  readonly label: string;
  readonly as: RuleField['as'];
  /** Lines "value = name". */
  readonly names: string;
}

/** What the form has about standing approvals. */
export interface GrantValues {
  readonly max_sec: number | null;
  /** One path a line. */
  readonly same: string;
  readonly max_uses: number | null;
}

/** A rule as the form has it. Its fields are those of the request, so that the errors of the API find theirs. */
export interface RuleValues {
  readonly rule_id: string;
  /** One pattern a line. */
  readonly actions: string;
  readonly when: string;
  readonly then: {
    readonly verdict: Verdict;
    readonly channels: readonly string[];
    /** Empty: none. */
    readonly policy: string;
    readonly approvers: readonly Approver[];
    readonly ttl_sec: number | null;
    readonly consume_within_sec: number | null;
    readonly title: string;
    readonly fields: readonly FieldValues[];
    readonly labels: boolean;
    /** Null: none are offered. */
    readonly grants: GrantValues | null;
    readonly reason: string;
  };
}

/** The request that makes a rule. */
export type RuleBody = ReturnType<typeof bodyOf>;

/** The id of a draft that has none yet. */
const UNNAMED = '-';

/** What is there when standing approvals are turned on. */
export const firstGrants: GrantValues = { max_sec: 3600, same: '', max_uses: grantLimits.usesDefault };

export const emptyField: FieldValues = { path: '', label: '', as: 'text', names: '' };

/** Null: a new rule. */
export function valuesOf(rule: RuleRecord | null): RuleValues {
  const then = rule?.then;
  return {
    rule_id: rule?.rule_id ?? '',
    actions: (rule?.actions ?? []).join('\n'),
    when: rule?.when ?? '',
    then: {
      verdict: then?.verdict ?? 'ask',
      channels: then?.channels ?? [],
      policy: then?.policy ?? '',
      approvers: then?.approvers ?? [],
      ttl_sec: then?.ttl_sec ?? null,
      consume_within_sec: then?.consume_within_sec ?? null,
      title: then?.title ?? '',
      fields: (then?.fields ?? []).map(({ path, label, as, names }) => ({ path, label, as, names: linesOf(names) })),
      labels: then?.labels ?? false,
      grants: then?.grants ? { ...then.grants, same: then.grants.same.join('\n') } : null,
      reason: then?.reason ?? '',
    },
  };
}

interface Suggested {
  readonly name: string;
  readonly verdict: 'ask' | 'allow';
}

/** A new rule for exactly one action: it allows the action, or asks and offers standing approvals. */
export function draftFor({ name, verdict }: Suggested): RuleValues {
  const values = valuesOf(null);
  return {
    ...values,
    rule_id: name.replaceAll(/[^\w.-]+/g, '-').slice(0, limits.channelId),
    actions: name,
    then: { ...values.then, verdict, grants: verdict === 'ask' ? firstGrants : null },
  };
}

/**
 * The request that makes the rule. People are asked only unless it denies, only a rule that denies has a reason, and only one that asks
 * offers standing approvals.
 */
function bodyOf({ rule_id, actions, when, then }: RuleValues) {
  const { verdict, reason, title, fields, channels, policy, approvers, ttl_sec, consume_within_sec, labels, grants } =
    then;
  const asked = {
    channels: channels.length > 0 ? [...channels] : null,
    policy: policy || null,
    approvers: approvers.length > 0 ? [...approvers] : null,
    ttl_sec,
    consume_within_sec,
    labels,
    grants: verdict === 'ask' && grants !== null ? grantsOf(grants) : null,
    reason: null,
  };
  const denied = {
    channels: null,
    policy: null,
    approvers: null,
    ttl_sec: null,
    consume_within_sec: null,
    labels: false,
    grants: null,
    reason: reason.trim() || null,
  };
  return {
    rule_id,
    actions: lines(actions),
    when: when.trim() === '' ? null : when,
    then: {
      verdict,
      ...(verdict === 'deny' ? denied : asked),
      title: title || null,
      fields:
        fields.length > 0
          ? fields.map(({ path, label, as, names }) => ({ path, label, as, names: namesOf(names) }))
          : null,
    },
  } satisfies BodyInput<typeof createRule>;
}

/** A time or a number that is not entered is 0, which the contract refuses. */
const grantsOf = ({ max_sec, same, max_uses }: GrantValues) => ({
  max_sec: max_sec ?? 0,
  same: lines(same),
  max_uses: max_uses ?? 0,
});

/** Checks the form by the contract. */
export const ruleSchema = z.custom<RuleValues>().transform((values, context): RuleBody => {
  for (const { path, message } of problemsOf(values)) context.addIssue({ code: 'custom', path: [...path], message });
  return bodyOf(values);
});

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What prevents the rule, at the fields of the form. Empty: nothing that can be seen without the gateway. */
export function problemsOf(values: RuleValues): Problem[] {
  const { error } = newRule.safeParse(bodyOf(values));
  const ofContract = (error?.issues ?? []).map(({ path, message }) => ({ path: pathInForm(path), message }));
  const ofNames = values.then.fields.flatMap(({ names }, index) =>
    lines(names).every((line) => line.includes(' = '))
      ? []
      : [{ path: ['then', 'fields', index, 'names'], message: t.drawing.namesLine }],
  );
  return [...ofContract, ...ofNames];
}

/** Patterns, paths and names are one field each. */
function pathInForm(path: readonly PropertyKey[]): (string | number)[] {
  const known = path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (known[0] === 'actions') return ['actions'];
  return known.slice(0, known[1] === 'fields' ? 4 : known[1] === 'grants' ? 3 : 2);
}

export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const linesOf = (names: RuleField['names']): string =>
  Object.entries(names ?? {})
    .map(([value, name]) => `${value} = ${name}`)
    .join('\n');

function namesOf(text: string): RuleField['names'] {
  const entries = lines(text).map((line) => {
    const at = line.indexOf(' = ');
    return at === -1 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 3).trim()];
  });
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Record<string, string>);
}

/** The rule for a trial, also before it has an id. Null: it is not complete. */
export function draftOf(values: RuleValues): RuleBody | null {
  const named = values.rule_id === '' ? { ...values, rule_id: UNNAMED } : values;
  return problemsOf(named).length === 0 ? bodyOf(named) : null;
}
