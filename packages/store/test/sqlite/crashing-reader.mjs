// A thread in place of workers/sqlite-reader.mjs: the statement `crash` ends it, every other one returns the row [1].
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ statement }) => {
  if (statement === 'crash') throw new Error('crash');
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ result: { columns: [{ name: 'one', type: null }], rows: [[1]] } });
});
