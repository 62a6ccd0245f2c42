// The reader of workers/sqlite-reader.mjs, except that the statement `crash` ends the thread.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ statement }) => {
  if (statement === 'crash') throw new Error('crash');
});
await import('../../workers/sqlite-reader.mjs');
