import type { Database } from '../open.js';

/**
 * The text of a row that a search compares and the search index contains: of a prompt the question, the labels of its options, and
 * an answer that a person typed. The migrations of SQLite repeat the expression. PostgreSQL uses its index only for the
 * same expression.
 */
export function searchedText(engine: Database['engine'], table: 'message' | 'prompt'): string {
  if (table === 'message') return 'text';
  const postgres = engine === 'postgresql';
  const lineBreak = postgres ? 'chr(10)' : 'char(10)';
  // A Json array of strings: `["Yes","No"]`, on PostgreSQL `["Yes", "No"]`.
  const list = postgres ? `btrim(options::text, '["]')` : `trim(options, '["]')`;
  const labels = `replace(${list}, '${postgres ? '", "' : '","'}', ${lineBreak})`;
  const unescaped = String.raw`replace(replace(${labels}, '\"', '"'), '\\', '\')`;
  return `text || ${lineBreak} || ${unescaped} || CASE answer_type WHEN 'text' THEN ${lineBreak} || answer ELSE '' END`;
}
