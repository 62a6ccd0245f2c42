import type { Match, NamedKind, NamedRow, NameSearch, SearchStore } from '@gateway/core';
import { allOf, contains, ifAmong } from '../../sql/conditions.js';
import type { PromptRow } from '../../sql/rows.js';
import type { SqlValue } from '../../sql/sql.js';
import { limitedTo } from '../keys.js';
import type { Port } from '../port.js';

/** How many of the newest records of a kind are compared. */
const WINDOW = 10_000;
/** How many prompts are read by their correlation id to find those of some channels. */
const MAX_PREFIXED = 1000;

interface Source {
  readonly table: string;
  readonly id: string;
  readonly title: string;
  /** SQL, with the time now as `?`; null: the kind has none. */
  readonly detail: string | null;
  readonly state: string | null;
}

/** Where each kind is stored. All tables have an index of the organization with `seq`, and one with the id. */
const sources: Record<NamedKind, Source> = {
  channel: {
    table: 'channel',
    id: 'channel_id',
    title: 'channel_id',
    detail: 'target_chat_id',
    state: `CASE WHEN is_active THEN 'active' ELSE 'inactive' END`,
  },
  person: { table: 'person', id: 'person_id', title: 'name', detail: null, state: null },
  group: { table: 'person_group', id: 'group_id', title: 'name', detail: null, state: null },
  policy: { table: 'policy', id: 'policy_id', title: 'name', detail: null, state: null },
  rule: { table: 'rule', id: 'rule_id', title: 'rule_id', detail: 'CAST(actions AS text)', state: null },
  key: {
    table: 'api_key',
    id: 'id',
    title: 'name',
    detail: 'key_prefix',
    state: `CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= ? OR valid_until <= ? THEN 'expired' ELSE 'active' END`,
  },
  operator: { table: 'operator', id: 'id', title: 'name', detail: 'email', state: 'role' },
};

const correlation = {
  sqlite: {
    table: 'prompt INDEXED BY prompt_correlation_id_organization_id_idx',
    from: '>=',
    before: '<',
    order: 'correlation_id',
  },
  postgresql: { table: 'prompt', from: '~>=~', before: '~<~', order: 'correlation_id USING ~<~' },
};

const matches: readonly Match[] = ['exact', 'prefix', 'text'];

type Found = Omit<NamedRow, 'match' | 'createdAt'> & { readonly createdAt: Date | number; readonly place: number };

export function searchStore({ engine, sql }: Pick<Port, 'engine' | 'sql'>): SearchStore {
  /** The best matches of one kind. A record whose id is equal can come twice. */
  function oneKind(organizationId: string, kind: NamedKind, search: NameSearch): [string, SqlValue[]] {
    const { table, id, title, detail, state } = sources[kind];
    const { text, limit, now, channelIds } = search;
    const columns = [...new Set([id, title, ...(detail === null ? [] : [detail])])];
    const equal = columns.map((column) => `lower(${column}) = lower(?)`).join(' OR ');
    const [prefix, prefixParams] = allOf(contains(engine, columns, text, 'at the beginning'));
    const [part, partParams] = allOf(contains(engine, columns, text));
    const place = `CASE WHEN ${equal} THEN 0 WHEN ${prefix} THEN 1 WHEN ${part} THEN 2 END`;
    const own = [
      ['organization_id = ?', organizationId],
      kind === 'channel' && ifAmong(engine, 'channel_id', channelIds ?? undefined),
      kind === 'key' && limitedTo(engine, channelIds),
    ] as const;
    const [newest, newestParams] = allOf(...own);
    const [one, oneParams] = allOf(...own, [`${id} = ?`, text]);
    const shown = `${id} AS id, ${title} AS title, ${detail ?? 'CAST(NULL AS text)'} AS detail, ${state ?? 'CAST(NULL AS text)'} AS state, created_at`;
    const times = (state ?? '')
      .split('?')
      .slice(1)
      .map(() => now);
    return [
      `SELECT '${kind}' AS kind, found.* FROM (
         SELECT * FROM (
           SELECT 0 AS place, ${shown} FROM ${table} WHERE ${one}
           UNION ALL
           SELECT ${place} AS place, ${shown} FROM (SELECT * FROM ${table} WHERE ${newest} ORDER BY seq DESC LIMIT ${WINDOW}) AS newest
         ) AS ranked WHERE place IS NOT NULL ORDER BY place, created_at DESC LIMIT ?
       ) AS found`,
      [
        ...times,
        ...oneParams,
        ...columns.map(() => text),
        ...prefixParams,
        ...partParams,
        ...times,
        ...newestParams,
        limit + 1,
      ],
    ];
  }

  return {
    async names(organizationId, search) {
      // No stored text contains U+0000 (storable.ts), and PostgreSQL rejects it in a parameter.
      if (search.text.includes('\0')) return [];
      const parts = search.kinds.map((kind) => oneKind(organizationId, kind, search));
      const statement = parts.map(([part]) => part).join(' UNION ALL ');
      const params = parts.flatMap(([, given]) => given);
      const rows = await sql.background.all<Found>(statement, params, search.signal);
      return rows.map((row) => {
        const { kind, id, title, detail, state } = row;
        return {
          kind,
          id,
          title,
          // Of a rule an array.
          detail: kind === 'rule' && detail !== null ? (JSON.parse(detail) as string[]).join(', ') : detail,
          state,
          createdAt: new Date(row.createdAt),
          match: matches[row.place] ?? 'text',
        };
      });
    },

    async byCorrelation(organizationId, prefix, { limit, channelIds, signal }) {
      if (prefix.includes('\0')) return [];
      // By bytes, as the index is ordered on both engines. SQLite might prefer the order of the primary key.
      const { table, from, before, order } = engine === 'postgresql' ? correlation.postgresql : correlation.sqlite;
      const first = `SELECT * FROM ${table} WHERE organization_id = ? AND correlation_id ${from} ? AND correlation_id ${before} ?
        ORDER BY ${order}, num DESC LIMIT ${MAX_PREFIXED}`;
      const [where, params] = allOf(
        [`state NOT IN ('posting', 'orphaned')`],
        ifAmong(engine, 'channel_id', channelIds ?? undefined),
      );
      return await sql.background.all<PromptRow>(
        `SELECT * FROM (${first}) AS prefixed WHERE ${where} LIMIT ?`,
        [organizationId, prefix, `${prefix}\u{10FFFF}`, ...params, limit],
        signal,
      );
    },
  };
}
