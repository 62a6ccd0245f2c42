import { runMessages, runPresses, type EventRun } from '../event-runs.js';
import { shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Line, Section } from '../section.js';

const together = { connections: 16, untilCallback: false } as const;
const COUNT = 400;
/** The code of a new process is compiled by its first events. */
const WARM_UP = 400;
const ROUNDS = 2;

export const instances: Section = {
  name: 'instances',
  about: 'CPU of an event on two instances beside one, on one database',
  seconds: 40,
  byDefault: true,
  engines: ['postgresql'],
  head: ['event', 'one: callbacks', 'two', 'CPU ms one', 'CPU ms two', 'CPU', 'CPU with database'],
  note: `Means of ${ROUNDS} rounds in turns. Events reach two instances in turns. CPU: of one event, of all instances + of the database. The last two columns are two
instances to one; 1 means that an event costs the same.`,
  async run(bench) {
    const first = await bench.fixture.startGateway();
    const results: Record<'one' | 'two', Results[]> = { one: [], two: [] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      results.one.push(await measure([first]));
      const second = await bench.fixture.startGateway();
      results.two.push(await measure([first, second]));
      await second.stop();
    }
    await first.stop();
    const of = (side: keyof typeof results, event: keyof Results) => mean(results[side].map((result) => result[event]));
    return [
      line('press', 'press', of('one', 'presses'), of('two', 'presses')),
      line('message', 'message, 20 channels', of('one', 'messages'), of('two', 'messages')),
    ];

    async function measure(gateways: readonly Program[]): Promise<Results> {
      await runPresses(bench, gateways, WARM_UP, together);
      await runMessages(bench, gateways, { count: WARM_UP, channels: 20 }, together);
      return {
        presses: await runPresses(bench, gateways, COUNT, { ...together, untilCallback: true }),
        messages: await runMessages(bench, gateways, { count: COUNT, channels: 20 }, together),
      };
    }
  },
};

interface Results {
  readonly presses: EventRun;
  readonly messages: EventRun;
}

type Run = Pick<EventRun, 'perSecond' | 'cpuMs'>;

function mean(runs: readonly EventRun[]): Run {
  const of = (pick: (run: EventRun) => number) => runs.reduce((sum, run) => sum + pick(run), 0) / runs.length;
  return {
    perSecond: of(({ perSecond }) => perSecond),
    cpuMs: { programs: of(({ cpuMs }) => cpuMs.programs), database: of(({ cpuMs }) => cpuMs.database) },
  };
}

function line(name: string, what: string, one: Run, two: Run): Line {
  const sum = ({ cpuMs }: Run) => cpuMs.programs + cpuMs.database;
  const cpu = ({ cpuMs }: Run) => `${shown(cpuMs.programs, 2)} + ${shown(cpuMs.database, 2)}`;
  const [program, both] = [two.cpuMs.programs / one.cpuMs.programs, sum(two) / sum(one)];
  const database = two.cpuMs.database / one.cpuMs.database;
  return {
    cells: [
      what,
      `${shown(one.perSecond)}/s`,
      `${shown(two.perSecond)}/s`,
      cpu(one),
      cpu(two),
      shown(program, 2),
      shown(both, 2),
    ],
    figures: {
      [`${name}.cpuRatio`]: program,
      [`${name}.cpuRatioWithDatabase`]: both,
      [`${name}.databaseCpuRatio`]: database,
    },
  };
}
