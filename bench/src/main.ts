import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startFakePlatform } from './fake-platform.js';
import { createFixture, findPostgres, type Engine, type Fixture } from './fixture.js';
import { startLoader } from './load/loader.js';
import { readFigures, scalingTables, type Figures } from './model.js';
import { stopPrograms } from './program.js';
import type { Section } from './section.js';
import { sections } from './sections/index.js';
import { markdownTable } from './table.js';

const names: Record<Engine, string> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    save: { type: 'string' },
    engine: { type: 'string' },
    rows: { type: 'string', default: '10000,100000,1000000' },
  },
});
if (values.help) {
  console.log(`npm run bench -- [section …] [--engine sqlite|postgresql] [--rows <number,…>] [--save <file>]
npm run bench -- model

Without a section: ${sections
    .filter(({ byDefault }) => byDefault)
    .map(({ name }) => name)
    .join(', ')}. --save writes the figures as JSON. model prints
what a number of prompts a month needs, from bench/figures.json.
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
if (positionals[0] === 'model') {
  for (const table of Object.values(scalingTables(readFigures()))) console.log(`${markdownTable(table)}\n`);
  process.exit();
}
for (const name of positionals)
  if (!sections.some((section) => section.name === name))
    throw new Error(`There is no section "${name}". npm run bench -- --help lists them.`);
const chosen = sections.filter(({ name, byDefault }) =>
  positionals.length === 0 ? byDefault : positionals.includes(name),
);

const sizes = values.rows.split(',').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const cleanUp = async () => {
  await stopPrograms();
  for (const fixture of fixtures) await fixture.drop();
};
process.once('SIGINT', () => void cleanUp().finally(() => process.exit(130)));
process.once('SIGTERM', () => void cleanUp().finally(() => process.exit(143)));
// Also after an error or a signal: what was measured until then.
process.on('exit', () => {
  print();
  if (values.save !== undefined) save(values.save);
  rmSync(folder, { recursive: true, force: true });
});

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
    const { receiverPorts } = loader;
    const setting = { folder, platform: fakePlatform.url, receiverPorts, server: servers[engine] };
    const fixture = await createFixture(setting);
    fixtures.push(fixture);
    for (const section of own) {
      console.error(`Measuring ${section.name} on ${names[engine]} …`);
      const bench = { folder, fixture, setting, loader, fakePlatform, sizes };
      // The other sections are still measured after an error.
      const lines = await section.run(bench).catch(async (error: unknown) => {
        console.error(error);
        process.exitCode = 1;
        await stopPrograms();
        return [];
      });
      for (const { cells, figures: more = {} } of lines) {
        tables.get(section)?.push([names[engine], ...cells]);
        for (const [name, value] of Object.entries(more)) figures[`${engine}.${section.name}.${name}`] = value;
      }
    }
  }
} finally {
  await cleanUp();
  loader.close();
  fakePlatform.close();
}

/** Number of processes that wanted a core, before and after. */
function load(): string {
  return [loadBefore, loadavg()[0]].map((value) => value?.toFixed(1)).join(' to ');
}

/** Replaces the figures of the sections that ran; others stay. */
function save(file: string): void {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures).values : {};
  const rounded = Object.entries(figures).map(([name, value]) => [name, Number(value.toPrecision(4))] as const);
  const saved: Figures = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} shared cores, Node ${process.versions.node}, load ${load()}`,
    values: { ...known, ...Object.fromEntries(rounded) },
  };
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`);
}

function print(): void {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, shared by server, load generator, fake platform and database.
Load ${load()}; ${minutes} minutes. Compare the columns of one run, not the numbers of two machines.`);
  for (const [{ name, head, note }, lines] of tables)
    if (lines.length > 0) console.log(`\n${name}\n\n${markdownTable([['database', ...head], ...lines])}\n\n${note}`);
}
