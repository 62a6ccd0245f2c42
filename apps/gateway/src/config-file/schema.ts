import { z } from 'zod';
import {
  email,
  fixedField,
  limits,
  newChannel,
  newGroup,
  newPerson,
  newPolicy,
  newRule,
  roles,
  settingsPatch,
  type NewChannel,
  type NewGroup,
  type NewPerson,
  type NewPolicy,
  type NewRule,
  type Role,
  type SettingsPatch,
} from '@gateway/contract';
import type { ManagedKind } from '@gateway/core';
import { flawOf, issuesOf } from '../http/errors/issues.js';
import { similarNames } from '../http/errors/similar-names.js';
import type { FileDocument, FilePath, FileProblem } from './document.js';
import { fileSettings } from './file-settings.js';

/** An operator, whose role the file sets. Operators are invited in the console: a file contains no passwords. */
const operator = z.strictObject({ email, role: z.enum(roles) });
/** A membership is written once, in the group. */
const person = newPerson.extend({
  groups: fixedField('belongs to the groups: name the person in the members of a group'),
});

/** The rules of a file are tried in its order, before all others. A position says no more than that: see `checkRules`. */
const rule = newRule.extend({ position: z.int().nullish() });

/** The lists of a file: the bodies with which the API creates the records. */
const lists = {
  people: { schema: person, kind: 'person', id: 'person_id' },
  groups: { schema: newGroup, kind: 'group', id: 'group_id' },
  policies: { schema: newPolicy, kind: 'policy', id: 'policy_id' },
  channels: { schema: newChannel, kind: 'channel', id: 'channel_id' },
  rules: { schema: rule, kind: 'rule', id: 'rule_id' },
  operators: { schema: operator, kind: 'operator', id: 'email' },
} as const satisfies Record<string, { schema: z.ZodObject; kind: ManagedKind; id: string }>;

type ListName = keyof typeof lists;
const names = [...Object.keys(lists), 'retention', 'settings', 'prune'];

export type DeclaredPerson = Omit<NewPerson, 'groups'>;
export type FileRule = NewRule;

/** What a valid file declares. The place of a record in its list is its place in the file. */
export interface Declared {
  readonly people: readonly DeclaredPerson[];
  readonly groups: readonly NewGroup[];
  readonly policies: readonly NewPolicy[];
  readonly channels: readonly NewChannel[];
  readonly rules: readonly FileRule[];
  readonly operators: readonly { readonly email: string; readonly role: Role }[];
  readonly retention: SettingsPatch | null;
  /** Whether records that left the file are deleted. */
  readonly prune: boolean;
}

/** A mistake at a place of the file. The message continues a sentence whose subject is the path. */
export type Report = (path: FilePath, message: string) => void;

/** Checks a file without the database. Returns what it declares, as far as it is valid, and all mistakes. */
export function declaredIn(document: FileDocument): { declared: Declared; problems: FileProblem[] } {
  const problems: FileProblem[] = [...document.problems];
  const report = reporter(document, problems);
  const root = document.value ?? {};
  const declared = {
    people: [],
    groups: [],
    policies: [],
    channels: [],
    rules: [],
    operators: [],
    retention: null,
    prune: false,
  };
  if (typeof root !== 'object' || Array.isArray(root)) {
    report([], `must begin with one of ${names.join(', ')}`);
    return { declared, problems };
  }
  const flaw = flawOf(root);
  if (flaw) {
    report(flaw.path, flaw.message);
    return { declared, problems };
  }
  const given = root as Record<string, unknown>;
  for (const name of Object.keys(given).filter((each) => !names.includes(each))) {
    const similar = similarNames(name, names);
    report([name], `is unknown${similar.length > 0 ? ` (did you mean ${similar.join(' or ')}?)` : ''}`);
  }
  fileSettings(given['settings'], report);
  for (const name of Object.keys(lists) as ListName[])
    Object.assign(declared, { [name]: listOf(name, given[name], report) });
  if (given['retention'] !== undefined && given['retention'] !== null)
    Object.assign(declared, { retention: parsed(settingsPatch, given['retention'], ['retention'], report) });
  if (given['prune'] !== undefined && typeof given['prune'] !== 'boolean') report(['prune'], 'must be true or false');
  return { declared: { ...declared, prune: given['prune'] === true }, problems };
}

/** Adds a mistake to a list: its line, and a sentence without values of variables. */
export function reporter(document: FileDocument, problems: FileProblem[]): Report {
  return (path, message) => {
    const subject = path.length > 0 ? path.join('.') : 'The file';
    const sentence = document.withoutValues(`${subject} ${message}`).replace(/\.$/, '');
    problems.push({ line: document.lineOf(path), message: sentence });
  };
}

/** An invalid record leaves a hole in the list, so that the others keep their places. */
function listOf(name: ListName, given: unknown, report: Report): unknown[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    report([name], 'must be a list: begin each entry with "- "');
    return [];
  }
  if (name === 'rules' && given.length > limits.rules)
    report([name], `must have at most ${limits.rules} entries, and has ${given.length}`);
  const { schema, id } = lists[name];
  const seen = new Map<unknown, number>();
  return given.map((entry: unknown, at) => {
    const record = parsed(schema, entry, [name, at], report) as Record<string, unknown> | null;
    if (record === null) return undefined;
    const first = seen.get(record[id]);
    if (first !== undefined) report([name, at, id], `is that of ${name}.${first} already`);
    seen.set(record[id], first ?? at);
    return { ...record, ...nulls(schema, record) };
  });
}

/** Fields that can be null and were left out: the file resets them. */
function nulls({ shape }: z.ZodObject, record: Readonly<Record<string, unknown>>): Record<string, null> {
  const missing = Object.entries(shape).filter(([name]) => record[name] === undefined);
  return Object.fromEntries(
    missing.flatMap(([name, field]) => (z.safeParse(field, null).success ? [[name, null]] : [])),
  );
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  path: FilePath,
  report: Report,
): z.output<Schema> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of issuesOf(result.error, value, schema)) report([...path, ...issue.path], issue.message);
  return null;
}
