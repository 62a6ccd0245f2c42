import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// Prints the size of the first view and of each page. Fails when the first view exceeds its budget.
const FIRST_VIEW_BUDGET_KB = 130;

const dist = new URL('../dist/', import.meta.url).pathname;
const assets = join(dist, 'assets');
const text = (name) => readFileSync(join(assets, name), 'utf8');
const size = (name) => {
  const file = join(assets, name);
  return {
    gzip: gzipSync(readFileSync(file), { level: 9 }).length,
    brotli: sizeOf(`${file}.br`) ?? statSync(file).size,
  };
};
function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
const sum = (names) =>
  names.map(size).reduce((a, b) => ({ gzip: a.gzip + b.gzip, brotli: a.brotli + b.brotli }), { gzip: 0, brotli: 0 });

/** A script and all that it imports, without those that are dynamic. */
function withImports(name, found = new Set()) {
  if (found.has(name) || !name.endsWith('.js')) return found;
  found.add(name);
  for (const [, imported] of text(name).matchAll(/(?:import|from)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(imported, found);
  return found;
}

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const named = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name);
// src/main.ts imports it when the texts are loaded.
const start = readdirSync(assets).filter((name) => /^start-[\w-]{8}\.js$/.test(name));
if (start.length !== 1) throw new Error('The file of src/start.tsx is missing.');
const found = new Set();
for (const name of [...named, ...start]) withImports(name, found);
const first = [...new Set([...named, ...found])];
const entry = sum(first);
const pages = readdirSync(assets)
  .filter((name) => /-page-[\w-]{8}\.js$/.test(name))
  .map((name) => ({
    name: name.replace(/-[\w-]{8}\.js$/, ''),
    own: size(name),
    files: [...withImports(name)].filter((file) => !first.includes(file)),
  }));

const cells = ({ gzip, brotli }) => [gzip, brotli].map((bytes) => (bytes / 1000).toFixed(1).padStart(8)).join('');
const label = (name) => name.padEnd(32);
console.log(`${label('kB')}    gzip  brotli`);
console.log(`${label('first view: script and style')}${cells(entry)}  in ${first.length} files`);
console.log(`${label('')}${'its file'.padStart(16)}${'with the files it shares'.padStart(28)}`);
for (const { name, own, files } of pages.toSorted((a, b) => b.own.gzip - a.own.gzip))
  console.log(`${label(name)}${cells(own)}            ${cells(sum(files))}  in ${files.length} files`);

if (entry.gzip > FIRST_VIEW_BUDGET_KB * 1000) {
  console.error(`The first view has ${(entry.gzip / 1000).toFixed(1)} kB; its budget is ${FIRST_VIEW_BUDGET_KB} kB.`);
  process.exitCode = 1;
}
