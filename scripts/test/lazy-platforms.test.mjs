import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../lib/workspace.mjs';

// Imports one module in a fresh process and prints every module that this loaded.
const program = `
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
const { port1, port2 } = new MessageChannel();
const hooks = 'let port; export const initialize = (data) => { port = data.port; };' +
  'export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };';
register('data:text/javascript,' + encodeURIComponent(hooks), { data: { port: port2 }, transferList: [port2] });
const urls = [];
port1.on('message', (url) => urls.push(url));
await import(process.argv[1]);
await new Promise((resolve) => setImmediate(resolve));
port1.close();
console.log(JSON.stringify(urls));
`;

/** @param {string} file */
async function packagesLoadedBy(file) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    pathToFileURL(file).href,
  ]);
  /** @type {string[]} */
  const urls = JSON.parse(stdout);
  return new Set(urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []));
}

const adapters = readdirSync(join(root, 'packages')).filter(
  (name) => name.startsWith('platform-') && name !== 'platform-kit',
);

test.each(adapters)('the manifest of %s loads without the SDK of its platform', { tags: ['slow'] }, async (name) => {
  const loaded = await packagesLoadedBy(join(root, 'packages', name, 'dist/index.js'));
  expect([...loaded].filter((other) => other !== 'zod')).toEqual([]);
});

test('the check detects a loaded SDK', async () => {
  const loaded = await packagesLoadedBy(join(root, 'packages/platform-telegram/dist/connection.js'));
  expect([...loaded]).toContain('grammy');
});
