import type { NewChannel, NewGroup, NewPolicy, Role, SettingsPatch } from '@gateway/contract';
import { filePosition, type ManagedId, type ManagedKind, type RuleRow } from '@gateway/core';
import { differences, type FieldChange } from './compare.js';
import type { Declared, DeclaredPerson, FileRule } from './schema.js';
import { storedBodies, type Body } from './stored.js';
import type { OpenTarget } from './target.js';

/** One difference between a file and the database. `release`: the file no longer owns the record, which stays. */
export interface Change {
  readonly action: 'create' | 'update' | 'remove' | 'release' | 'claim';
  readonly kind: ManagedKind;
  readonly id: string;
  readonly fields: readonly FieldChange[];
}

/** A declared record that must be written. `isNew`: there is none yet. */
interface Write<Declaration> {
  readonly declared: Declaration;
  readonly isNew: boolean;
}

/** What only the rows of channels have. */
interface ChannelState {
  readonly isActive?: boolean;
  readonly credentialsProven?: boolean;
}

/** What an apply does. */
export interface Plan {
  readonly changes: readonly Change[];
  /** Sentences about what the file declares and cannot be done yet. */
  readonly notes: string[];
  /** All that the file owns. */
  readonly owned: readonly ManagedId[];
  readonly people: readonly Write<DeclaredPerson>[];
  readonly groups: readonly Write<NewGroup>[];
  readonly policies: readonly Write<NewPolicy>[];
  readonly channels: readonly Write<NewChannel>[];
  /** All rules of the file, in its order; null: none must be written. */
  readonly rules: readonly FileRule[] | null;
  readonly operators: readonly { readonly id: string; readonly role: Role }[];
  readonly retention: SettingsPatch | null;
  /** Records that the file owned before. */
  readonly gone: readonly ManagedId[];
}

/** Compares a valid file with the database. */
export async function planOf(target: OpenTarget, declared: Declared, file: string): Promise<Plan> {
  const { store, organizationId, writers } = target;
  const bodies = storedBodies(writers);
  const before = await store.managed.list(organizationId);
  const ownedBefore = new Map(before.map((each) => [`${each.kind} ${each.id}`, each.file]));
  const changes: Change[] = [];
  const notes: string[] = [];
  const owned: ManagedId[] = [];

  /** Adds what must be written of one record. `stored` null: there is none. Returns null if nothing must be. */
  function compare(kind: ManagedKind, id: string, body: Body, stored: Body | null, row: ChannelState = {}) {
    owned.push({ kind, id });
    const fields = stored ? differences(body, stored) : [];
    if (row.isActive === false) fields.push({ name: 'is_active', from: 'false', to: 'true' });
    // The file sets them, even to what they are: then it is known who answers in the channel.
    if (row.credentialsProven === false) fields.push({ name: 'credentials_proven', from: 'false', to: 'true' });
    if (stored === null || fields.length > 0) {
      changes.push({ action: stored ? 'update' : 'create', kind, id, fields });
      return { isNew: stored === null };
    }
    if (ownedBefore.get(`${kind} ${id}`) !== file) changes.push({ action: 'claim', kind, id, fields: [] });
    return null;
  }

  /** Compares the records of one list, each with the stored one. */
  async function writes<Declaration extends object, Row>(
    kind: ManagedKind,
    list: readonly Declaration[],
    idOf: (declaration: Declaration) => string,
    read: (id: string) => Promise<Row | null>,
    bodyOf: (row: Row) => Body,
    fieldsOf: (declaration: Declaration) => Body = (declaration) => declaration as Body,
  ): Promise<Write<Declaration>[]> {
    const found: Write<Declaration>[] = [];
    for (const declaration of list) {
      const row = await read(idOf(declaration));
      const result = compare(kind, idOf(declaration), fieldsOf(declaration), row && bodyOf(row), row ?? {});
      if (result) found.push({ declared: declaration, ...result });
    }
    return found;
  }

  const people = await writes(
    'person',
    declared.people,
    ({ person_id }) => person_id,
    (id) => store.people.get(organizationId, id),
    bodies.person,
  );
  const groups = await writes(
    'group',
    declared.groups,
    ({ group_id }) => group_id,
    (id) => store.groups.get(organizationId, id),
    bodies.group,
  );
  const policies = await writes(
    'policy',
    declared.policies,
    ({ policy_id }) => policy_id,
    (id) => store.policies.get(organizationId, id),
    bodies.policy,
  );
  const channels = await writes(
    'channel',
    declared.channels,
    ({ channel_id }) => channel_id,
    (id) => store.channels.get(organizationId, id),
    bodies.channel,
  );

  const rows = declared.rules.length > 0 ? await store.rules.list(organizationId) : [];
  const rules = await writes(
    'rule',
    [...declared.rules.entries()],
    ([, { rule_id }]) => rule_id,
    (id) => Promise.resolve(rows.find(({ ruleId }) => ruleId === id) ?? null),
    (row) => ruleFields(bodies.rule(row), storedPlace(row)),
    ([place, rule]) => ruleFields(rule, place + 1),
  );

  const operators: { id: string; role: Role }[] = [];
  const accounts = declared.operators.length > 0 ? await store.operators.list(organizationId) : [];
  for (const { email, role } of declared.operators) {
    const row = accounts.find((each) => each.email === email);
    if (row && compare('operator', email, { email, role }, bodies.operator(row))) operators.push({ id: row.id, role });
    if (row) continue;
    owned.push({ kind: 'operator', id: email });
    notes.push(`No operator has the address ${email} yet: invite them in the console, and apply the file again.`);
  }
  const { retention } = declared;
  const settings = retention && bodies.retention(await store.retention.get(organizationId));
  const isRetentionChanged = retention !== null && compare('retention', 'retention', retention, settings) !== null;

  const ids = new Set(owned.map(({ kind, id }) => `${kind} ${id}`));
  const gone = before.filter(({ kind, id }) => !ids.has(`${kind} ${id}`));
  const rulesLeave = gone.some(({ kind }) => kind === 'rule');
  for (const { kind, id } of gone)
    changes.push({ action: declared.prune && isRemovable(kind) ? 'remove' : 'release', kind, id, fields: [] });
  return {
    changes,
    notes,
    owned,
    people,
    groups,
    policies,
    channels,
    rules: rules.length > 0 || rulesLeave ? declared.rules : null,
    operators,
    retention: isRetentionChanged ? retention : null,
    gone,
  };
}

/** The fields of a rule, those of `then` one by one. `place`: in the file, from 1 on. */
function ruleFields({ then, position: _inFile, ...fields }: Body, place: number | string): Body {
  const inner = Object.entries(then as Body).map(([name, value]) => [`then.${name}`, value]);
  return { position: place, ...fields, ...Object.fromEntries(inner) };
}

/** Where a stored rule is among those of the file. */
function storedPlace({ position }: RuleRow): number | string {
  return position < 0 ? position - filePosition(0) + 1 : 'after the file';
}

/** Operators are people with passwords, and the retention settings always exist: they stay. */
export function isRemovable(kind: ManagedKind): boolean {
  return kind !== 'operator' && kind !== 'retention';
}
