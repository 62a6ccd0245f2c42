import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { countStatements } from '@gateway/store/testing';
import { startCpu, type CpuTime } from '../cpu.js';
import { runEach } from '../event-runs.js';
import type { EventShot } from '../load/tasks.js';
import { channelId, talkId } from '../names.js';
import { median, shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Bench, Section } from '../section.js';
import { get, json, repeated, send } from '../shots.js';

const ROUNDS = 5;
const COUNT = 300;
/** Operations one after another, whose statements are counted. */
const COUNTED = 20;

/** The question of agents. Each has a text of its own, because the same question would continue the open one. */
const question = () => ({ channel_id: channelId, options: ['Deploy', 'Not today'], text: `Deploy ${randomUUID()}?` });

const createShot = (headers: object = {}): EventShot => ({
  key: null,
  method: 'POST',
  path: '/v1/prompts/new',
  headers: { ...json, ...headers },
  body: JSON.stringify(question()),
});

const createWithKey = () => createShot({ 'idempotency-key': randomUUID() });

const callShot = (name: string, args: object): EventShot => ({
  key: null,
  method: 'POST',
  path: '/mcp',
  headers: { ...json, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
});

const times = (count: number, shot: () => EventShot) => Array.from({ length: count }, shot);

function askHuman(): EventShot {
  const { text, ...others } = question();
  return callShot('ask_human', { ...others, question: text, wait_sec: 0 });
}

interface Operation {
  readonly name: string;
  readonly what: string;
  /** The name of the operation of `/v1` that does the same. */
  readonly plain: string;
  readonly shots: (count: number) => EventShot[];
}

const text = { channel_id: talkId, text: 'The deployment is done.' };
const operations: readonly Operation[] = [
  { name: 'send', what: 'send a message by /v1', plain: 'send', shots: (count) => repeated(send, count) },
  {
    name: 'send_message',
    what: 'send_message',
    plain: 'send',
    shots: (count) => repeated(callShot('send_message', text), count),
  },
  {
    name: 'channels',
    what: 'list channels by /v1',
    plain: 'channels',
    shots: (count) => repeated(get('/v1/channels'), count),
  },
  {
    name: 'list_channels',
    what: 'list_channels',
    plain: 'channels',
    shots: (count) => repeated(callShot('list_channels', {}), count),
  },
  {
    name: 'create',
    what: 'create a prompt by /v1',
    plain: 'create',
    shots: (count) => times(count, () => createShot()),
  },
  {
    name: 'createWithKey',
    what: 'the same with an Idempotency-Key',
    plain: 'create',
    shots: (count) => times(count, createWithKey),
  },
  { name: 'ask_human', what: 'ask_human, wait_sec 0', plain: 'create', shots: (count) => times(count, askHuman) },
];

export const agents: Section = {
  name: 'agents',
  about: 'calls of MCP tools beside the same requests of /v1',
  seconds: 180,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['operation', 'CPU ms', 'database', 'gateway, to /v1', 'statements'],
  note: `CPU ms: of the gateway and of the processes of PostgreSQL; medians of ${ROUNDS} rounds of ${COUNT} operations, 16 at once, in turns, after a round that
is not counted. to /v1: the CPU of the gateway beside that of the same request of /v1 in this run. statements: means of ${COUNTED} operations one after another.`,
  async run(bench) {
    const statements = await statementsOf(bench);
    const gateway = await bench.fixture.startGateway();
    const rounds = new Map<string, CpuTime[]>(operations.map(({ name }) => [name, []]));
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { name, shots } of operations) {
        const cpu = await measure(bench, gateway, shots(COUNT));
        if (round > 0) rounds.get(name)?.push(cpu);
      }
    await gateway.stop();
    const of = (name: string, part: keyof CpuTime) => median((rounds.get(name) ?? []).map((cpu) => cpu[part])) / COUNT;
    return operations.map(({ name, what, plain }) => {
      const figures = {
        cpuMs: of(name, 'programs'),
        databaseMs: of(name, 'database'),
        ratio: of(name, 'programs') / of(plain, 'programs'),
        statements: statements.get(name) ?? Number.NaN,
      };
      return {
        cells: [
          what,
          shown(figures.cpuMs, 2),
          shown(figures.databaseMs, 2),
          shown(figures.ratio, 2),
          shown(figures.statements, 1),
        ],
        figures: Object.fromEntries(Object.entries(figures).map(([figure, value]) => [`${name}.${figure}`, value])),
      };
    });
  },
};

async function measure({ fixture, loader }: Bench, gateway: Program, shots: EventShot[]): Promise<CpuTime> {
  const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
  await loader.run({ kind: 'events', urls: [gateway.url], shots, pace: { connections: 16, untilCallback: false } });
  return await cpu();
}

/** The statements of each operation, by name. Empty: not PostgreSQL. */
async function statementsOf(bench: Bench): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  if (bench.fixture.engine !== 'postgresql') return counts;
  const counter = await countStatements(bench.fixture.address);
  const gateway = await bench.fixture.startGateway({ env: { DATABASE_URL: counter.url } });
  for (const { name, shots } of operations) {
    await runEach(bench, gateway, shots(5), false);
    await delay(200);
    counter.take();
    await runEach(bench, gateway, shots(COUNTED), false);
    counts.set(name, counter.take().length / COUNTED);
  }
  await gateway.stop();
  await counter.close();
  return counts;
}
