import pg from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '../../src/open.js';
import { createStore } from '../../src/store.js';
import { onEveryEngine } from '../engines.js';
import { recorded, type Statement } from '../recorded.js';
import { hotOperations } from './hot-operations.js';
import type { PlanNode } from './plan.js';

/** The indexes that are read by a range, a part of their columns, or from one end, and the conditions that bound it. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  prompt_closing_due_at_idx: [],
  prompt_step_due_at_idx: ['step_due_at'],
  prompt_end_idx: ['state', 'expires_at'],
  prompt_post_organization_id_prompt_num_seq_idx: ['organization_id', 'prompt_num'],
  prompt_vote_pkey: ['organization_id', 'prompt_num'],
  delivery_due_idx: ['state', 'run_at'],
  delivery_queue_idx: ['state', 'destination'],
  // The head of each lane: it has no rows of deliveries that are over.
  delivery_lane_seq_idx: [],
  failing_receiver_pkey: ['destination'],
  paused_receiver_pkey: ['destination'],
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns a function that says what the plan of a statement, which does not know the values, reads without a bound. */
async function unboundedOnPostgres(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  // As large as while they were empty.
  await client.query('TRUNCATE prompt, delivery, message, stream_event, inbound_event CASCADE');
  await client.query('SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off');
  const { rows: indexes } = await client.query<{ name: string; columns: string[] }>(
    `SELECT i.indexrelid::regclass::text AS name, array_agg(a.attname::text) AS columns
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indexrelid
     WHERE i.indisunique AND i.indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
     GROUP BY 1`,
  );
  const unique = new Map(indexes.map(({ name, columns }) => [name, columns]));

  async function unbounded([text]: Statement): Promise<string[]> {
    let count = 0;
    const numbered = text.replaceAll('?', () => `$${(count += 1)}`);
    await client.query(`PREPARE hot AS ${numbered}`);
    const values = count > 0 ? `(${Array.from({ length: count }, () => 'NULL').join(', ')})` : '';
    const { rows } = await client.query<Record<string, [{ Plan: PlanNode }]>>(
      `EXPLAIN (FORMAT JSON) EXECUTE hot${values}`,
    );
    await client.query('DEALLOCATE hot');
    return rows.flatMap((row) => Object.values(row).flatMap(([{ Plan }]) => nodesOf(Plan).flatMap(walked)));
  }

  function walked(node: PlanNode): string[] {
    const type = node['Node Type'];
    if (type === 'Seq Scan') return [`reads all of ${node['Relation Name']}`];
    const index = node['Index Name'];
    if (index === undefined) return [];
    const condition = node['Index Cond'] ?? '';
    const bounds = ranges[index] ?? unique.get(index) ?? ['an index that has no bounds here'];
    const isGiven = (column: string) => new RegExp(String.raw`\b${column} (?:<|>|=|IS NOT NULL)`).test(condition);
    return bounds.every(isGiven) ? [] : [`${index} by ${condition || 'nothing'}`];
  }

  return { unbounded, close: () => client.end() };
}

/** An index that is searched by the organization only, or not at all. */
async function unboundedOnSqlite({ sql }: Database, [text, params]: Statement): Promise<string[]> {
  const steps = await sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params);
  const isWalk =
    /^SCAN (?:prompt|delivery|message|m|d|f)\b(?!.*USING COVERING INDEX delivery_lane)|\(organization_id=\?\)$|^SEARCH prompt .*\(state=\?\)$|AUTOMATIC/;
  return steps.map(({ detail }) => detail).filter((detail) => isWalk.test(detail));
}

onEveryEngine((engine) => {
  test('with empty tables, which were never analysed, the plan of every frequent statement is bounded by its key', async () => {
    const options = await engine.bare();
    const { database, statements } = await recorded(options);
    const store = await createStore(database);
    for (const operation of Object.values(hotOperations(store))) await operation();
    const postgres = options.url === undefined ? null : await unboundedOnPostgres(options.url);
    try {
      const asked = [...new Map(statements.map((statement) => [statement[0], statement])).values()];
      expect(asked.length).toBeGreaterThan(25);
      const offenders: Record<string, string[]> = {};
      for (const statement of asked) {
        if (!/^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(statement[0])) continue;
        const found = await (postgres ? postgres.unbounded(statement) : unboundedOnSqlite(database, statement));
        if (found.length > 0) offenders[statement[0]] = found;
      }
      expect(offenders).toEqual({});
    } finally {
      await postgres?.close();
      await store.close();
    }
  });
});
