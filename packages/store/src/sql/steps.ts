import type { Port } from '../ports/port.js';
import { camelCase } from './names.js';
import type { Sql, SqlValue } from './sql.js';

/**
 * A statement of a unit of work that PostgreSQL runs as one: `WITH name AS (statement), … SELECT …`. SQLite, which has
 * no such statement, runs the steps one after the other.
 *
 * - A step runs if every earlier step that it names has returned a row. It uses the row as a table with this name:
 *   `… SELECT ?, numbered.num FROM numbered`.
 * - It returns at most one row: as a SELECT, or by `RETURNING *`, `RETURNING column` or `RETURNING table.*`.
 * - On PostgreSQL all steps see the data as it was before the first one, apart from the rows of the steps they name. So
 *   a row is changed by one step only, and steps that do not name each other run in any order.
 */
export interface Step {
  /** Not the name of a table. */
  readonly name: string;
  readonly statement: string;
  readonly params: readonly SqlValue[];
}

/** Runs the steps as one unit of work: one round trip on PostgreSQL. Returns the row of each step that returned one. */
export function runUnit<Rows extends object>({ engine, sql }: Pick<Port, 'engine' | 'sql'>, steps: readonly Step[]) {
  return engine === 'postgresql'
    ? runSteps<Rows>(engine, sql, steps)
    : sql.write((tx) => runSteps<Rows>(engine, tx, steps));
}

/** Runs the steps within a unit of work. */
export async function runSteps<Rows extends object>(
  engine: Port['engine'],
  tx: Sql,
  steps: readonly Step[],
): Promise<Partial<Rows>> {
  return engine === 'postgresql' ? await asOneStatement(tx, steps) : await inOrder(tx, steps);
}

/** By the statements of their steps. */
const composed = new Map<string, string>();

async function asOneStatement(tx: Sql, steps: readonly Step[]): Promise<object> {
  const key = steps.map(({ name, statement }) => `${name} ${statement}`).join('\n');
  const statement = composed.get(key) ?? compose(steps);
  composed.set(key, statement);
  const row = await tx.first<object>(
    statement,
    steps.flatMap(({ params }) => params),
  );
  return row ?? {};
}

function compose(steps: readonly Step[]): string {
  const returning = steps.filter(({ statement }) => /^\s*SELECT\b|\bRETURNING\b/.test(statement));
  const parts = steps.map(({ name, statement }) => `${name} AS (${statement})`);
  // A column `name.` begins the row of a step (engine/postgresql/rows.ts).
  const results = returning.map(
    ({ name }) => `LEFT JOIN (SELECT TRUE AS "${name}.", * FROM ${name}) AS ${name} ON TRUE`,
  );
  const columns = returning.map(({ name }) => `${name}.*`);
  return `WITH ${parts.join(', ')} SELECT ${columns.join(', ')} FROM (SELECT) AS one ${results.join(' ')}`;
}

async function inOrder(tx: Sql, steps: readonly Step[]): Promise<object> {
  const rows = new Map<string, Readonly<Record<string, SqlValue>> | undefined>();
  for (const { name, statement, params } of steps) {
    const named = [...rows].filter(([earlier]) => new RegExp(`\\b${earlier}\\b`).test(statement));
    if (named.some(([, row]) => row === undefined)) {
      rows.set(name, undefined);
      continue;
    }
    const given = named.map(([earlier, row]) => tableOf(earlier, statement, row ?? {}));
    const tables = given.length > 0 ? `WITH ${given.map(({ table }) => table).join(', ')} ` : '';
    // SQLite takes no table before the asterisk, and means the changed table without one.
    const own = statement.replace(/\bRETURNING \w+\.\*/, 'RETURNING *');
    rows.set(name, await tx.first(tables + own, [...given.flatMap(({ values }) => values), ...params]));
  }
  return Object.fromEntries([...rows].filter(([, row]) => row !== undefined));
}

/** A row of an earlier step as a table with the columns that the statement uses. */
function tableOf(name: string, statement: string, row: Readonly<Record<string, SqlValue>>) {
  const columns = [
    ...new Set([...statement.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, column = '']) => column)),
  ];
  const marks = columns.map((column) => `? AS ${column}`).join(', ') || '1';
  return { table: `${name} AS (SELECT ${marks})`, values: columns.map((column) => row[camelCase(column)] ?? null) };
}
