import { setTimeout as delay } from 'node:timers/promises';
import { countStatements } from '@gateway/store/testing';
import { askedPresses, askedVotes, giveGrant, runEach } from '../event-runs.js';
import { nameOf, onServer, type Fixture } from '../fixture.js';
import type { EventShot } from '../load/tasks.js';
import { median, shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Bench, Line, Section } from '../section.js';
import { create, createRule, createWithAction, get, messages, repeated, send } from '../shots.js';
import { startStrace, type Written } from '../strace.js';

const COUNT = 20;

export const counts: Section = {
  name: 'counts',
  about: 'statements, bytes of the write-ahead log and syncs of one operation',
  seconds: 40,
  byDefault: true,
  engines: ['sqlite', 'postgresql'],
  head: ['operation, one at a time', 'statements', 'WAL bytes', 'syncs', 'HOT'],
  note: `Means of ${COUNT} operations, each after the last one has settled, with what background work did meanwhile. statements: between
the gateway and PostgreSQL, BEGIN and COMMIT included. WAL bytes: on PostgreSQL the median from pg_stat_statements, without commit
records; on SQLite what was written to the -wal file. syncs: fsync and fdatasync of the log, counted by strace. Empty: the extension or strace
is missing. HOT: of the updates of prompts and deliveries, those that left the indexes as they are.`,
  async run(bench) {
    const { fakePlatform, fixture } = bench;
    const counter = fixture.engine === 'postgresql' ? await countStatements(fixture.address) : null;
    const gateway = await fixture.startGateway(counter ? { env: { DATABASE_URL: counter.url } } : {});
    const once = { kind: 'requests', url: gateway.url, connections: 1, ms: 120_000, count: 1 } as const;
    await bench.loader.run({ ...once, shot: createRule('allowed', { verdict: 'allow' }) });
    const grants = { max_sec: 3600, max_uses: 1000, same: ['service'] };
    await bench.loader.run({ ...once, shot: createRule('granted', { grants }) });
    await giveGrant(bench, gateway, 'granted');
    const operations: [name: string, what: string, shots: () => EventShot[] | Promise<EventShot[]>, closes?: true][] = [
      ['list', 'list 50 prompts', () => repeated(get('/v1/prompts?limit=50'), COUNT)],
      ['create', 'create a prompt', () => repeated(create(), COUNT)],
      ['action', 'create a prompt with an action', () => repeated(createWithAction('asked'), COUNT)],
      ['allowed', 'the same, allowed by a rule', () => repeated(createWithAction('allowed'), COUNT)],
      ['granted', 'the same, answered by a standing approval', () => repeated(createWithAction('granted'), COUNT)],
      ['press', 'press, callback and closing', () => askedPresses(bench, [gateway], COUNT), true],
      [
        'approve',
        'the same with an action',
        () => askedPresses(bench, [gateway], COUNT, (url) => createWithAction('asked', url)),
        true,
      ],
      ['vote', 'vote of one of ten, and its note', () => askedVotes(bench, gateway, { count: COUNT, people: 1 })],
      ['message', 'message and callback', () => messages(fakePlatform, COUNT, 20)],
      ['send', 'send a message', () => repeated(send, COUNT)],
    ];
    const lines: Line[] = [];
    for (const [name, what, shots, closes = false] of operations) {
      // Warms up, so that statements are prepared and connections are open.
      await runEach(bench, gateway, (await shots()).slice(0, 10), closes);
      const prepared = await shots();
      await delay(200);
      const updatesBefore = await updatesOf(fixture);
      counter?.take();
      const walBytes = await walOfEach(fixture, prepared, (shot) => runEach(bench, gateway, [shot], closes));
      const statements = counter?.take().length ?? Number.NaN;
      const updates = await updatesOf(fixture);
      const written = await writtenBy(bench, gateway, await shots(), closes);
      const each = {
        statements: statements / COUNT,
        walBytes: fixture.engine === 'sqlite' ? written.bytes / COUNT : walBytes,
        syncs: written.syncs / COUNT,
        hotShare: (updates.hot - updatesBefore.hot) / (updates.all - updatesBefore.all),
      };
      lines.push({
        cells: [what, shown(each.statements, 1), shown(each.walBytes), shown(each.syncs, 2), shown(each.hotShare, 2)],
        figures: Object.fromEntries(Object.entries(each).map(([figure, value]) => [`${name}.${figure}`, value])),
      });
    }
    await gateway.stop();
    await counter?.close();
    return lines;
  },
};

async function writtenBy(bench: Bench, gateway: Program, shots: EventShot[], closes: boolean): Promise<Written> {
  const { fixture, folder } = bench;
  const pids = fixture.engine === 'sqlite' ? [gateway.pid] : await fixture.backends(fixture.address);
  const stop = pids.length === 0 ? null : await startStrace(folder, pids);
  if (stop === null) return { syncs: Number.NaN, bytes: Number.NaN };
  await runEach(bench, gateway, shots, closes);
  return stop(/-wal$|\/pg_wal\//);
}

/** The median, because after each checkpoint the first change of a page writes all of it. */
async function walOfEach(
  fixture: Fixture,
  shots: readonly EventShot[],
  run: (shot: EventShot) => Promise<void>,
): Promise<number> {
  const bytes: number[] = [];
  let before = await walOf(fixture);
  for (const shot of shots) {
    await run(shot);
    const after = await walOf(fixture);
    bytes.push(after - before);
    before = after;
  }
  return median(bytes);
}

/** Updates of prompts and deliveries so far, and those that were heap-only. NaN on SQLite, where each index is changed on its own. */
async function updatesOf({ engine, address }: Fixture): Promise<{ all: number; hot: number }> {
  if (engine === 'sqlite') return { all: Number.NaN, hot: Number.NaN };
  // A connection reports its counts a second late.
  await delay(1500);
  const [row] = await onServer(
    address,
    `SELECT sum(n_tup_upd)::float8 AS all, sum(n_tup_hot_upd)::float8 AS hot FROM pg_stat_user_tables
     WHERE relname IN ('prompt', 'delivery')`,
  );
  return row as { all: number; hot: number };
}

/** Bytes that statements in the gateway's database wrote so far. NaN: pg_stat_statements is not loaded. */
async function walOf({ engine, address, copy }: Fixture): Promise<number> {
  if (engine === 'sqlite') return Number.NaN;
  try {
    // The view shows all databases; the gateway does not use the copy.
    await onServer(copy, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const [row] = await onServer(
      copy,
      `SELECT coalesce(sum(wal_bytes), 0)::float8 AS bytes FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = '${nameOf(address)}')`,
    );
    return row?.['bytes'] as number;
  } catch {
    return Number.NaN;
  }
}
