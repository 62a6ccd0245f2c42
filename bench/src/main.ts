import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFakePlatform } from './fake-platform.js';
import { createFixture, findPostgres, type Engine, type Fixture } from './fixture.js';
import { startLoader } from './load/loader.js';
import type { Section } from './section.js';
import { sections } from './sections/index.js';
import { markdownTable } from './table.js';

const names: Record<Engine, string> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, save: { type: 'string' }, engine: { type: 'string' } },
});
if (values.help) {
  console.log(`npm run bench -- [section …] [--engine sqlite|postgresql] [--save <file>]

Without a section: ${sections
    .filter(({ byDefault }) => byDefault)
    .map(({ name }) => name)
    .join(', ')}. --save writes the figures as JSON.
The times are those of two shared cores with both databases.
`);
  console.log(
    markdownTable([
      ['section', 'takes about', 'measures'],
      ...sections.map(({ name, seconds, about }) => [name, `${seconds} s`, about]),
    ]),
  );
  process.exit();
}
for (const name of positionals)
  if (!sections.some((section) => section.name === name))
    throw new Error(`There is no section "${name}". npm run bench -- --help lists them.`);
const chosen = sections.filter(({ name, byDefault }) =>
  positionals.length === 0 ? byDefault : positionals.includes(name),
);

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const startedAt = performance.now();
const loadBefore = loadavg()[0];
const tables = new Map<Section, string[][]>(chosen.map((section) => [section, []]));
const figures: Record<string, number> = {};
const fixtures: Fixture[] = [];
const fakePlatform = await startFakePlatform();
const loader = await startLoader();
try {
  const postgres = await findPostgres();
  if (postgres === null)
    console.error('No PostgreSQL at TEST_POSTGRES_URL or 127.0.0.1:5432: measuring the embedded database only.');
  const servers = { sqlite: null, postgresql: postgres };
  for (const engine of ['sqlite', 'postgresql'] as const) {
    const own = chosen.filter(({ engines }) => engines.includes(engine));
    const isUnavailable = engine === 'postgresql' && postgres === null;
    if (own.length === 0 || isUnavailable || (values.engine ?? engine) !== engine) continue;
    const setting = { folder, platform: fakePlatform.url, receiverPorts: loader.receiverPorts };
    const fixture = await createFixture(setting, servers[engine]);
    fixtures.push(fixture);
    for (const section of own) {
      console.error(`Measuring ${section.name} on ${names[engine]} …`);
      for (const { cells, figures: more = {} } of await section.run({ folder, fixture, loader, fakePlatform })) {
        tables.get(section)?.push([names[engine], ...cells]);
        for (const [name, value] of Object.entries(more)) figures[`${engine}.${section.name}.${name}`] = value;
      }
    }
  }
} finally {
  // Also after an error: what was measured until then.
  print();
  for (const fixture of fixtures) await fixture.drop();
  loader.close();
  fakePlatform.close();
}
if (values.save !== undefined) {
  const rounded = Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(4))]);
  writeFileSync(values.save, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}

function print(): void {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const load = [loadBefore, loadavg()[0]].map((value) => value?.toFixed(1)).join(' before, ');
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, shared by server, load generator, fake platform and database.
Load ${load} after; ${minutes} minutes. Compare the columns of one run, not the numbers of two machines.`);
  for (const [{ name, head, note }, lines] of tables)
    if (lines.length > 0) console.log(`\n${name}\n\n${markdownTable([['database', ...head], ...lines])}\n\n${note}`);
}
