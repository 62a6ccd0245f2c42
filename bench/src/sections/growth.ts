import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startCpu } from '../cpu.js';
import { createFixture, onServer, type Fixture } from '../fixture.js';
import type { Loader } from '../load/loader.js';
import type { Measured, Shot } from '../load/tasks.js';
import { shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Line, Section } from '../section.js';
import { seed } from '../seed.js';
import { create, get, json } from '../shots.js';

const ROUND_MS = 3000;
const BESIDE_MS = 8000;
const MAX_RETENTION_MS = 30_000;
const DAYS = 30;

/** A small request: one row by its key, which no retention deletes because it is pending. */
const small = (size: number) => get(`/v1/prompts/${size}`);
const missing = (list: string) => get(`${list}q=zeppelin&limit=50`);

const measurements = (size: number): [what: string, shot: Shot][] => [
  ['list 50 pending prompts', get('/v1/prompts?limit=50')],
  ['list 50 prompts of a channel', get('/v1/prompts?state=all&limit=50&channel_id=approvals')],
  ['list 50 deliveries', get('/v1/deliveries?limit=50')],
  ['search prompts, no hit', missing('/v1/prompts?state=all&')],
  ['search prompts, one hit', get('/v1/prompts?state=all&limit=50&q=2.4.777%20to')],
  ['search messages, no hit', missing('/v1/messages?')],
  ['status', get('/v1/status')],
  ['create a prompt', create()],
  ['one prompt', small(size)],
];

export const growth: Section = {
  name: 'growth',
  about:
    'lists, search, status, create at 10 k, 100 k and 1 M rows; one prompt beside two searches and beside retention',
  seconds: 600,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['request', 'rows', 'p50 ms', 'p99 ms', 'CPU ms gateway', 'CPU ms database'],
  note: `rows: this many prompts, messages and deliveries each, over ${DAYS} days. Two connections, ${ROUND_MS / 1000} s each. beside two searches: one
prompt is read again and again while two others search prompts without a hit. beside retention: while rows older than half of
the time are deleted, at most ${MAX_RETENTION_MS / 1000} s. bytes of a row: with its indexes; on SQLite the mean of the three kinds.`,
  async run({ setting, loader, sizes }) {
    const lines: Line[] = [];
    for (const size of sizes) {
      const amounts = { prompts: size, messages: size, deliveries: size, days: DAYS };
      const fixture = await createFixture(setting, { rows: (address) => seed(address, amounts), hasCopy: false });
      try {
        lines.push(...(await bytesOfRows(fixture, size)));
        const gateway = await fixture.startGateway();
        for (const [what, shot] of measurements(size))
          lines.push(await alone(what, shot, gateway, { fixture, loader, size }));
        lines.push(await besideSearches(gateway, loader, size));
        lines.push(...(await besideRetention(gateway, loader, size)));
        await gateway.stop();
      } finally {
        await fixture.drop();
      }
    }
    return lines;
  },
};

async function alone(
  what: string,
  shot: Shot,
  gateway: Program,
  { fixture, loader, size }: { fixture: Fixture; loader: Loader; size: number },
): Promise<Line> {
  const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
  const measured = await loader.run({ kind: 'requests', url: gateway.url, shot, connections: 2, ms: ROUND_MS });
  const { programs, database } = await cpu();
  return line(what, size, measured, [programs / measured.count, database / measured.count]);
}

async function besideSearches({ url }: Program, loader: Loader, size: number): Promise<Line> {
  const shot = missing('/v1/prompts?state=all&');
  const searching = loader.run({ kind: 'requests', url, shot, connections: 2, ms: BESIDE_MS });
  await delay(500);
  const task = { kind: 'requests', url, shot: small(size), connections: 1, ms: BESIDE_MS - 1000 } as const;
  const measured = await loader.run(task);
  await searching;
  return line('one prompt beside two searches', size, measured);
}

async function besideRetention({ url }: Program, loader: Loader, size: number): Promise<Line[]> {
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(url + path, { method, headers: json, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { would_remove: Record<string, number> };
  };
  const left = async () => {
    const { would_remove } = await call('POST', '/v1/settings/preview', {});
    return Object.values(would_remove).reduce((sum, count) => sum + count, 0);
  };
  const days = Object.fromEntries(
    ['prompts', 'messages_inbound', 'messages_outbound'].flatMap((kind) => [
      [`${kind}_retention_enabled`, true],
      [`${kind}_retention_days`, DAYS / 2],
    ]),
  );
  const { would_remove } = await call('POST', '/v1/settings/preview', days);
  const due = Object.values(would_remove).reduce((sum, count) => sum + count, 0);
  const startedAt = performance.now();
  await call('PATCH', '/v1/settings', days);
  const rounds: Measured[] = [];
  let rest = due;
  while (rest > 0 && performance.now() - startedAt < MAX_RETENTION_MS) {
    rounds.push(await loader.run({ kind: 'requests', url, shot: small(size), connections: 1, ms: 1000 }));
    rest = await left();
  }
  const perSecond = ((due - rest) / (performance.now() - startedAt)) * 1000;
  const worst = (pick: (round: Measured) => number) => Math.max(...rounds.map(pick));
  const measured = { p50: worst(({ p50 }) => p50), p99: worst(({ p99 }) => p99) };
  return [
    line('one prompt beside retention (worst second)', size, measured),
    {
      cells: [`retention: ${shown(perSecond)} rows/s`, String(size), '', '', '', ''],
      figures: { [`retention.${size}.perSecond`]: perSecond },
    },
  ];
}

function line(
  what: string,
  size: number,
  { p50, p99 }: Pick<Measured, 'p50' | 'p99'>,
  [program, database]: readonly [number, number] = [Number.NaN, Number.NaN],
): Line {
  return {
    cells: [what, String(size), shown(p50, 1), shown(p99, 1), shown(program, 2), shown(database, 2)],
    figures: { [`${what}.${size}.p50Ms`]: p50, [`${what}.${size}.p99Ms`]: p99 },
  };
}

/** What a row of each kind takes on the disk. */
async function bytesOfRows({ engine, address }: Fixture, size: number): Promise<Line[]> {
  const line = (kind: string, bytes: number): Line => ({
    cells: [`bytes of a ${kind}: ${shown(bytes)}`, String(size), '', '', '', ''],
    figures: { [`bytes.${kind}.${size}`]: bytes },
  });
  if (engine === 'sqlite') return [line('row', statSync(address).size / (3 * size))];
  const lines: Line[] = [];
  for (const table of ['prompt', 'message', 'delivery']) {
    const [row] = await onServer(address, `SELECT pg_total_relation_size('${table}')::float8 AS bytes`);
    lines.push(line(table, (row?.['bytes'] as number) / size));
  }
  return lines;
}
