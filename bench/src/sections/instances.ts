import { runMessages, runPresses, type EventRun } from '../event-runs.js';
import { shown } from '../numbers.js';
import type { Line, Section } from '../section.js';

const together = { connections: 16, untilCallback: false } as const;
const COUNT = 300;

export const instances: Section = {
  name: 'instances',
  about: 'CPU of an event on two instances beside one, on one database',
  seconds: 40,
  byDefault: true,
  engines: ['postgresql'],
  head: ['event', 'one: callbacks', 'two', 'CPU ms one', 'CPU ms two', 'CPU', 'CPU with database'],
  note: `Events reach two instances in turns. CPU: of one event, of all instances + of the database. The last two columns are two
instances to one; 1 means that an event costs the same.`,
  async run(bench) {
    const one = [await bench.fixture.startGateway()];
    await runPresses(bench, one, 100, together);
    const before = await both(one);
    const two = [...one, await bench.fixture.startGateway()];
    await runPresses(bench, two, 100, together);
    const after = await both(two);
    await Promise.all(two.map((gateway) => gateway.stop()));
    return [
      line('press', 'press', before.presses, after.presses),
      line('message', 'message, 20 channels', before.messages, after.messages),
    ];

    async function both(gateways: typeof one) {
      return {
        presses: await runPresses(bench, gateways, COUNT, { ...together, untilCallback: true }),
        messages: await runMessages(bench, gateways, { count: COUNT, channels: 20 }, together),
      };
    }
  },
};

function line(name: string, what: string, one: EventRun, two: EventRun): Line {
  const sum = ({ cpuMs }: EventRun) => cpuMs.programs + cpuMs.database;
  const cpu = ({ cpuMs }: EventRun) => `${shown(cpuMs.programs, 2)} + ${shown(cpuMs.database, 2)}`;
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
