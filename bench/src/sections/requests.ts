import { startCpu, type CpuTime } from '../cpu.js';
import type { Measured, Shot } from '../load/tasks.js';
import { messageCount, promptCount } from '../names.js';
import { median, shown } from '../numbers.js';
import { bareProgram, rawProgram, startProgram, type Program } from '../program.js';
import type { Bench, Line, Section } from '../section.js';
import { create, get, send } from '../shots.js';

const ROUNDS = 5;
/** Of a round, on a busy machine. */
const MAX_ROUND_MS = 5000;
const CONNECTIONS = 16;

export const requests: Section = {
  name: 'requests',
  about: 'lists, create, send, status and health beside a bare Express or node:http, in turns: rate and CPU',
  seconds: 120,
  byDefault: true,
  engines: ['sqlite', 'postgresql'],
  head: ['request', 'gateway', 'baseline', 'rate', 'CPU us gateway', 'CPU us baseline', 'CPU', 'CPU with database'],
  note: `${CONNECTIONS} connections, medians of ${ROUNDS} rounds of the same number of requests, in turns. The baseline is a bare Express that runs the same statements with the same
durability, without keys, checks, log, limits or events; of the last line it is node:http without a database. rate: gateway to
baseline. CPU: CPU of a request, of the program + of PostgreSQL's processes. The last two columns are baseline to gateway, so 1
is equal and more is better. create and send post to a fake platform that answers at once; its time is included, its CPU is not.`,
  run: compareRequests,
};

/** A program and the database that it uses. */
interface Side {
  readonly program: Program;
  readonly backends: () => Promise<readonly number[]>;
}

async function compareRequests({ folder, fixture, loader, fakePlatform }: Bench): Promise<Line[]> {
  const programs = {
    gateway: await fixture.startGateway(),
    bare: await startProgram(folder, [bareProgram, fixture.copy, fakePlatform.url]),
    raw: await startProgram(folder, [rawProgram]),
  };
  const gateway: Side = { program: programs.gateway, backends: () => fixture.backends(fixture.address) };
  const bare: Side = { program: programs.bare, backends: () => fixture.backends(fixture.copy) };
  const raw: Side = { program: programs.raw, backends: async () => [] };
  const lines: Line[] = [];
  const shots: [name: string, what: string, shot: Shot, count: number, baseline: Side][] = [
    ['listPrompts', `list 50 of ${promptCount} prompts`, get('/v1/prompts?limit=50'), 300, bare],
    ['create', 'create a prompt', create(), 200, bare],
    ['listMessages', `list 200 of ${messageCount} messages`, get('/v1/messages?limit=200'), 200, bare],
    ['send', 'send a message', send, 200, bare],
    ['status', 'status', get('/v1/status'), 500, bare],
    ['health', 'healthz', get('/healthz'), 3000, raw],
  ];
  for (const [name, what, shot, count, baseline] of shots)
    lines.push(await inTurns(name, what, { shot, count }, { gateway, baseline }));
  await Promise.all(Object.values(programs).map((program) => program.stop()));
  return lines;

  async function inTurns(
    name: string,
    what: string,
    work: { shot: Shot; count: number },
    sides: { gateway: Side; baseline: Side },
  ): Promise<Line> {
    const rounds: Record<keyof typeof sides, Round[]> = { gateway: [], baseline: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of ['gateway', 'baseline'] as const) {
        const measured = await measure(sides[side], work);
        // The first round warms up.
        if (round > 0) rounds[side].push(measured);
      }
    }
    const of = (side: keyof typeof sides, pick: (round: Round) => number) => median(rounds[side].map(pick));
    const cpu = (side: keyof typeof sides) => ({
      program: of(side, (round) => round.cpuUs.programs),
      both: of(side, (round) => round.cpuUs.programs + round.cpuUs.database),
      database: of(side, (round) => round.cpuUs.database),
    });
    const [ours, theirs] = [cpu('gateway'), cpu('baseline')];
    const speed = (side: keyof typeof sides) =>
      `${shown(of(side, ({ perSecond }) => perSecond))}/s, p99 ${shown(of(side, ({ p99 }) => p99))} ms`;
    const rate = of('gateway', ({ perSecond }) => perSecond) / of('baseline', ({ perSecond }) => perSecond);
    return {
      cells: [
        what,
        speed('gateway'),
        speed('baseline'),
        shown(rate, 2),
        cpuText(ours),
        cpuText(theirs),
        shown(theirs.program / ours.program, 2),
        shown(theirs.both / ours.both, 2),
      ],
      figures: {
        [`${name}.cpuUs`]: ours.program,
        [`${name}.databaseCpuUs`]: ours.database,
        [`${name}.cpuOfBaseline`]: theirs.program / ours.program,
        [`${name}.rateOfBaseline`]: rate,
      },
    };
  }

  async function measure({ program, backends }: Side, work: { shot: Shot; count: number }): Promise<Round> {
    const cpu = await startCpu({ programs: [program], backends });
    const task = { ...work, url: program.url, connections: CONNECTIONS, ms: MAX_ROUND_MS };
    const measured = await loader.run({ kind: 'requests', ...task });
    const { programs, database } = await cpu();
    const us = (ms: number) => (ms * 1000) / measured.count;
    return { ...measured, cpuUs: { programs: us(programs), database: us(database) } };
  }
}

interface Round extends Measured {
  /** Microseconds of one request. */
  readonly cpuUs: CpuTime;
}

const cpuText = ({ program, database }: { program: number; database: number }) =>
  shown(program) + (database > 0 ? ` + ${shown(database)}` : '');
