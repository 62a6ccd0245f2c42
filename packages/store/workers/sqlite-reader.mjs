// Executes the long reads of the embedded database outside the event loop (src/engine/sqlite/background.ts starts it). It is
// JavaScript, because Node cannot load TypeScript into a worker thread: the same file serves src and dist.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ file: string, binding: string, busyTimeoutMs: number, maxRows: number }} */
const { file, binding, busyTimeoutMs, maxRows } = workerData;
const { DatabaseSync } = createRequire(import.meta.url)(binding);
const MAX_PREPARED_STATEMENTS = 100;
const prepared = new Map();
let database;

parentPort?.on('message', ({ statement, params }) => {
  try {
    reply({ result: query(statement, params) });
  } catch (error) {
    reply({ failure: error instanceof Error ? error.message : String(error) });
  }
});

function reply(message) {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

function query(text, params) {
  database ??= new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  const statement = prepared.get(text) ?? prepare(text);
  const rows = [];
  for (const row of statement.iterate(...params)) {
    if (rows.length === maxRows) throw new Error(`A read in the background returns more than ${maxRows} rows.`);
    rows.push(row);
  }
  return { columns: statement.columns().map(({ name, type }) => ({ name, type })), rows };
}

function prepare(text) {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  if (prepared.size >= MAX_PREPARED_STATEMENTS) prepared.delete(prepared.keys().next().value);
  prepared.set(text, statement);
  return statement;
}
