import { allOf, contains, type Condition } from '../../sql/conditions.js';
import { wholeRows, type Listing } from '../../sql/json-record.js';
import { searchedText } from '../../sql/searched-text.js';
import type { SqlValue } from '../../sql/sql.js';
import type { Port } from '../port.js';

type Statement = [sql: string, params: SqlValue[]];

/** A list of the rows of a table whose text is searched, newest first. */
export interface SearchableList {
  readonly table: 'message' | 'prompt';
  /** The column of the order. */
  readonly position: 'seq' | 'num';
  readonly organizationId: string;
  /** The newest rows that are in the list and fulfil `more`. */
  newest(limit: number, ...more: Condition[]): Statement;
  /** Whether a row is in the list. */
  readonly conditions: readonly (Condition | false | undefined)[];
}

/** How many of the newest rows are compared one by one. They are read in 10 to 30 ms. */
const WINDOW = 10_000;
/** The index finds sequences of three letters and digits. PostgreSQL's has no others. */
const indexed = /[\p{L}\p{N}]{3}/u;
/** More would not exclude many more rows. */
const MAX_TRIGRAMS = 32;

/**
 * A page of the rows whose text contains `text`. The newest rows are compared one by one: that finds a frequent text at once, and
 * all rows of a list that is short. Older rows are found by the search index, for which only a rare text remains. A text that the
 * index does not support is searched in the newest rows only, so that no search reads a whole table. `as`: what is returned of the rows.
 */
export async function searchTexts<Row>(
  { engine, sql }: Pick<Port, 'engine' | 'sql'>,
  list: SearchableList,
  text: string,
  limit: number,
  { signal, as = wholeRows }: { signal?: AbortSignal | undefined; as?: Listing },
): Promise<Row[]> {
  // No stored text contains U+0000 (storable.ts), and PostgreSQL rejects it in a parameter.
  if (text.includes('\0')) return [];
  const { position } = list;
  const all = <Result>([statement, params]: Statement) => sql.background.all<Result>(statement, params, signal);
  const matches = contains(engine, [`(${searchedText(engine, list.table)})`], text);
  const [window, params] = list.newest(WINDOW);
  const [bounds] = await all<{ count: number; oldest: number | null }>([
    `SELECT count(*) AS count, min(${position}) AS oldest FROM (${window}) AS newest`,
    params,
  ]);
  const oldest = bounds?.oldest ?? null;
  if (oldest === null) return [];
  const recent = await all<Row>(as(list.newest(limit, matches, [`${position} >= ?`, oldest])));
  if (bounds?.count !== WINDOW || recent.length === limit || !indexed.test(text)) return recent;
  const older = engine === 'sqlite' ? olderOnSqlite : olderOnPostgres;
  const found = await all<Row>(as(older(list, oldest, [...list.conditions, matches], text, limit - recent.length)));
  return [...recent, ...found];
}

type Older = (
  list: SearchableList,
  oldest: number,
  conditions: readonly (Condition | false | undefined)[],
  text: string,
  limit: number,
) => Statement;

/** The index returns the newest first, so the search ends with the page. The migration describes its row numbers. */
const olderOnSqlite: Older = ({ table, position, organizationId }, oldest, conditions, text, limit) => {
  const [where, params] = allOf(...conditions);
  const index = `${table}_search`;
  const base = table === 'message' ? '0' : '(SELECT number << 32 FROM search_organization WHERE organization_id = ?)';
  return [
    `WITH base (place) AS (SELECT ${base})
     SELECT ${table}.* FROM ${index} CROSS JOIN ${table}
       ON ${table}.organization_id = ? AND ${table}.${position} = ${index}.rowid - (SELECT place FROM base)
     WHERE ${index} MATCH ? AND ${index}.rowid > (SELECT place FROM base) AND ${index}.rowid < (SELECT place FROM base) + ?
       AND ${where}
     ORDER BY ${index}.rowid DESC LIMIT ?`,
    [...(table === 'message' ? [] : [organizationId]), organizationId, trigramsOf(text), oldest, ...params, limit],
  ];
};

/** The order by an expression prevents that PostgreSQL reads the table in the order of the list until the page is full. */
const olderOnPostgres: Older = ({ table, position }, oldest, conditions, _text, limit) => {
  const [where, params] = allOf(...conditions, [`${position} < ?`, oldest]);
  return [`SELECT * FROM ${table} WHERE ${where} ORDER BY ${position} + 0 DESC LIMIT ?`, [...params, limit]];
};

/** `abcd` -> `"abc" AND "bcd"` */
function trigramsOf(text: string): string {
  const characters = [...text];
  const trigrams = characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
  return [...new Set(trigrams)]
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ');
}
