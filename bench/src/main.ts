import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { costOfChannels, type ChannelCost } from './channels.js';
import { findPostgres, createFixture, type Fixture } from './fixture.js';
import { startLoader } from './loader.js';
import { compareRequests, drain, expire, pressToCallback, ROUNDS, starting, type Bench, type Row } from './rows.js';
import { startFakePlatform } from './fake-platform.js';

const names: Record<Fixture['engine'], string> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-'));
const fakePlatform = await startFakePlatform();
const loader = await startLoader();
const fixtures: Fixture[] = [];
const rows: (Row & { engine: string })[] = [];
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

try {
  const postgres = await findPostgres();
  if (postgres === null)
    console.error('No PostgreSQL at TEST_POSTGRES_URL or 127.0.0.1:5432: measuring the embedded database only.');
  for (const server of postgres === null ? [null] : [null, postgres]) {
    const fixture = await createFixture(folder, fakePlatform.url, server);
    fixtures.push(fixture);
    const engine = names[fixture.engine];
    console.error(`Measuring on ${engine} …`);
    const bench: Bench = { folder, fixture, loader, fakePlatform };
    const add = (...more: Row[]) => rows.push(...more.map((row) => Object.assign(row, { engine })));
    add(...(await compareRequests(bench)));
    add(await pressToCallback(bench));
    add(await drain(bench, 1), await drain(bench, 20));
    add(await expire(bench));
    add(...(await starting(bench)));
  }
  console.error('Measuring a channel of each platform …');
  print();
  printChannels(await costOfChannels(folder));
} finally {
  for (const fixture of fixtures) await fixture.drop();
  loader.close();
  fakePlatform.close();
}

function print(): void {
  const cells = rows.map(({ what, engine, gateway, bare, ratio }) => [
    what,
    engine,
    gateway,
    bare ?? '',
    ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
  ]);
  printTable([['', 'database', 'gateway', 'bare Express', 'ratio'], ...cells]);
  console.log(`
Node ${process.versions.node}, ${availableParallelism()} cores, shared by server, load generator, fake platform and database:
compare the columns of one run, not the numbers of two machines. 16 connections; medians of ${ROUNDS} short rounds in turns.
bare Express: the same statements with the same durability, without keys, checks, log, limits or events.
create: both post the prompt to a fake platform that answers at once. This request is included in the time.
press to callback: 16 people, each of whom waits for the signed callback before the next press. Chat messages are updated at
the same time. callback backlog: callbacks are claimed, signed, posted and recorded.`);
}

function printChannels([none, ...others]: readonly ChannelCost[]): void {
  if (!none) return;
  const shown = (value: number, without: number, unit: string) => [
    `${Math.round(value)} ${unit}`,
    `${(value / without).toFixed(2)} x`,
  ];
  const line = ({ platform, readyMs, memory }: ChannelCost) => [
    platform,
    ...shown(readyMs, none.readyMs, 'ms'),
    ...shown(memory, none.memory, 'MiB'),
  ];
  console.log();
  printTable([
    ['one channel on', 'connected after', 'ratio', 'memory at rest', 'ratio'],
    ...[none, ...others].map(line),
  ]);
  console.log(`
Time from spawning the process until the connection to the simulated platform works, and memory at rest; ratios are to an
instance without channels. Most of it is loading the SDK of the platform, once for all its channels.`);
}

function printTable(lines: readonly string[][]): void {
  const columns = Math.max(...lines.map((line) => line.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    );
}
