import { createRequire } from 'node:module';
import { z } from 'zod';
import { newRuleGrants, newRuleThen, ruleField, withoutUser, type RuleThen } from '@gateway/contract';
import type { OpenTarget } from './target.js';
import { storedBodies, type Body } from './stored.js';

const PAGE = 200;

/** The stored records as a configuration file. Secrets become variables, which the beginning of the file lists. */
export async function exported(target: OpenTarget): Promise<string> {
  const { store, organizationId, platforms, writers } = target;
  const bodies = storedBodies(writers);
  const variables = new Map<string, string>();

  /** A name that no other value has. */
  function variable(...parts: string[]): string {
    const base = parts
      .join('_')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_');
    let name = base;
    for (let number = 2; variables.has(name); number += 1) name = `${base}_${number}`;
    variables.set(name, parts.slice(1).join(', '));
    return `\${${name}}`;
  }

  const people = await all((page) => store.people.list(organizationId, {}, page));
  const groups = await all((page) => store.groups.list(organizationId, page));
  const policies = await all((page) => store.policies.list(organizationId, page));
  const rows = await all((page) => store.channels.list(organizationId, { isActive: true }, page));
  const channels: Body[] = [];
  for (const row of rows.toSorted((left, right) => (left.channelId < right.channelId ? -1 : 1))) {
    const { credentials, callback_url: url, ...body } = bodies.channel(row);
    const platform = await platforms.load(row.platform);
    const names = Object.keys(credentials ?? platform?.credentials.shape ?? {}).toSorted();
    channels.push({
      ...escaped(body),
      ...(typeof url === 'string' && {
        callback_url: withoutUser(url) === url ? escaped(url) : variable('channel', row.channelId, 'callback_url'),
      }),
      credentials: Object.fromEntries(names.map((name) => [name, variable('channel', row.channelId, name)])),
    });
  }
  const rules = await store.rules.list(organizationId);
  const operators = await store.operators.list(organizationId);
  const content = {
    ...section('people', sorted(people.map(bodies.person), 'person_id')),
    ...section('groups', sorted(groups.map(bodies.group), 'group_id')),
    ...section('policies', sorted(policies.map(bodies.policy), 'policy_id')),
    ...section('channels', channels),
    ...section('rules', escaped(rules.map((row) => ruleBody(bodies.rule(row))))),
    ...section('operators', sorted(operators.map(bodies.operator), 'email')),
    retention: bodies.retention(await store.retention.get(organizationId)),
  };
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return `${head(variables)}\n${stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function head(variables: ReadonlyMap<string, string>): string {
  const lines = [...variables].map(([name, of]) => `#   ${name}: ${of}`);
  return [
    '# Configuration of a gateway, for CONFIG_FILE and gateway-server apply.',
    ...(lines.length > 0
      ? ['# Set these variables, or the same names with _FILE, before you apply it:', ...lines]
      : []),
    '',
  ].join('\n');
}

/** Null and empty lists are the defaults. */
const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

function section(name: string, records: readonly Body[]): Record<string, unknown> {
  const short = (record: Body) => Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));
  return records.length === 0 ? {} : { [name]: records.map(short) };
}

/** A rule without the defaults of `then`. The verdict stays: it says what the rule is for. */
function ruleBody({ then: stored, ...rule }: Body): Body {
  const then = stored as RuleThen;
  const short = {
    ...then,
    fields: then.fields && then.fields.map((field) => withoutDefaults(field, ruleField)),
    grants: then.grants && withoutDefaults(then.grants, newRuleGrants),
  };
  return { ...rule, then: { verdict: then.verdict, ...withoutDefaults(short, newRuleThen) } };
}

/** The fields that are not as without them, in the order of the schema: PostgreSQL stores JSON in an order of its own. */
function withoutDefaults(body: Body, { shape }: z.ZodObject): Body {
  const fields = Object.entries(shape).filter(([name, field]) => {
    const value = body[name] ?? null;
    return !isEmpty(value) && value !== z.safeParse(field, undefined).data;
  });
  return Object.fromEntries(fields.map(([name]) => [name, body[name]]));
}

function sorted(records: readonly Body[], id: string): Body[] {
  return records
    .toSorted((left, right) => (String(left[id]) < String(right[id]) ? -1 : 1))
    .map((record) =>
      escaped({
        ...record,
        ...(Array.isArray(record['members']) && {
          members: record['members'].map(String).toSorted((left, right) => (left < right ? -1 : 1)),
        }),
      }),
    );
}

/** Texts in which `${` is no variable. */
function escaped<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${') as Value;
  if (Array.isArray(value)) return value.map(escaped) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, escaped(inner)])) as Value;
}

async function all<Row extends { readonly seq: number }>(
  list: (page: { limit: number; before: number | null }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before: number | null = null; ;) {
    const page: Row[] = await list({ limit: PAGE, before });
    rows.push(...page);
    if (page.length < PAGE) return rows;
    before = page.at(-1)?.seq ?? null;
  }
}
