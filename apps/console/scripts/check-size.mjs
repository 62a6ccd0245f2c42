import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// Prints the size of the first view and of each page. Fails when the first view exceeds its budget.
const FIRST_VIEW_BUDGET_KB = 130;

const dist = new URL('../dist/', import.meta.url).pathname;
const assets = join(dist, 'assets');
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

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const first = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name);
const others = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name) && !first.includes(name));
const sum = (names) =>
  names.map(size).reduce((a, b) => ({ gzip: a.gzip + b.gzip, brotli: a.brotli + b.brotli }), { gzip: 0, brotli: 0 });
const row = (name, { gzip, brotli }) =>
  console.log(`${name.padEnd(44)}${(gzip / 1000).toFixed(1).padStart(8)}${(brotli / 1000).toFixed(1).padStart(8)}`);

console.log(`${'kB'.padEnd(44)}    gzip  brotli`);
const entry = sum(first);
row('first view: script and style', entry);
for (const name of others.filter((name) => /-page-/.test(name)).sort((a, b) => size(b).gzip - size(a).gzip))
  row(name.replace(/-[\w-]{8}\.js$/, ''), size(name));
row('other chunks, shared by pages', sum(others.filter((name) => !/-page-/.test(name))));

if (entry.gzip > FIRST_VIEW_BUDGET_KB * 1000) {
  console.error(`The first view has ${(entry.gzip / 1000).toFixed(1)} kB; its budget is ${FIRST_VIEW_BUDGET_KB} kB.`);
  process.exitCode = 1;
}
