import type { Database } from '../../src/open.js';
import type { Statement } from '../recorded.js';

/** The parts of a plan that read a whole table or a whole index of one. */
export async function scans({ engine, sql }: Database, [text, params]: Statement): Promise<string[]> {
  if (engine === 'sqlite') {
    const steps = await sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params);
    const table =
      /^SCAN (?:main\.)?(?:request|prompt|prompt_message|prompt_post|prompt_vote|vote|delivery|delivery_attempt|message|channel|api_key|other|audit_entry|operator|one_time_link|link|did|e|lease|inbound_event|waiting_report|stream_event|idempotent_request|failing_receiver|paused_receiver|receiver_name|receiver_traffic|saved_view|message_sequence|conversation_read|hosted_file|hosted_file_chunk|file|person|person_identity|person_group|group_member|policy|p|i|g|o|r|n|d|f|m|due|t|owned|a)\b/;
    // A removal that sorts reads all candidates for each batch.
    const isRemoval = text.startsWith('WITH old AS');
    const found = steps.map(({ detail }) => detail);
    return found.filter((detail) => table.test(detail) || (isRemoval && detail.includes('TEMP B-TREE')));
  }
  const [plan] = await sql.all<Record<string, { Plan: PlanNode }[]>>(`EXPLAIN (FORMAT JSON) ${text}`, params);
  return Object.values(plan ?? {}).flatMap((plans) => plans.flatMap(({ Plan }) => scanned(Plan)));
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Finds whole scans. Reading an index from its end is allowed if a LIMIT stops it. */
function scanned(node: PlanNode, parent?: PlanNode): string[] {
  const type = node['Node Type'];
  const stops = parent?.['Node Type'] === 'Limit';
  const whole = type === 'Seq Scan' || (/Index.* Scan/.test(type) && node['Index Cond'] === undefined && !stops);
  const own = whole ? [`${type} of ${node['Index Name'] ?? node['Relation Name']}`] : [];
  // A LockRows node between the two does not change that.
  const above = type === 'LockRows' ? parent : node;
  return [...own, ...(node.Plans ?? []).flatMap((child) => scanned(child, above))];
}

/** The plan of a statement, as text. */
export async function plan({ engine, sql }: Database, [text, params]: Statement): Promise<string> {
  const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (FORMAT JSON)';
  return JSON.stringify(await sql.all(`${explain} ${text}`, params));
}
