import { startCpu, type CpuTime } from '../cpu.js';
import { runMessages, runPresses, runVotes, type EventRun } from '../event-runs.js';
import { addPendingCallbacks, makePromptsOverdue } from '../fill.js';
import { shown } from '../numbers.js';
import type { Bench, Line, Section } from '../section.js';

/** 16 connections; each sends the next event after the response. */
const together = { connections: 16, untilCallback: false } as const;
const PER_SECOND = 50;
const paced = { everyMs: 1000 / PER_SECOND } as const;

export const events: Section = {
  name: 'events',
  about: 'presses and messages until the callback: rate, latency at 50/s, one channel and twenty, backlogs',
  seconds: 100,
  byDefault: true,
  engines: ['sqlite', 'postgresql'],
  head: ['event', 'callbacks', 'p50 ms', 'p99 ms', 'CPU ms gateway', 'CPU ms database', 'bytes stored', 'order'],
  note: `press: a person presses, the agent gets the signed callback, the chat message is updated. message: a person writes in the chat of a
MESSAGE channel, the agent gets the signed callback. vote: a press on a prompt that ten people decide, with the note in the chat; of
1,000 on one prompt ten count. 16 at once: each of 16 connections sends the next event after the response;
of presses, after the callback. callbacks: events by the time from the first event to the last callback. CPU: of one event with all of that. bytes stored:
of one event in PostgreSQL, of a press with its prompt. order: whether the \`seq\` of each
channel arrived without a gap. backlog: callbacks that are pending at the start are claimed, signed, posted and recorded. expire:
prompts that are overdue at the start are expired, called back and closed.`,
  async run(bench) {
    const gateway = await bench.fixture.startGateway();
    const on = [gateway];
    await runPresses(bench, on, 100, together);
    const lines = [
      line(
        'press',
        'press, 16 at once',
        await stored(bench, () => runPresses(bench, on, 400, { ...together, untilCallback: true })),
      ),
      line('pressPaced', `press, ${PER_SECOND}/s`, await runPresses(bench, on, 200, paced)),
      line(
        'vote',
        'vote of one of ten, 16 at once',
        await runVotes(bench, gateway, { count: 400, people: 1 }, together),
      ),
      line(
        'votesOnePrompt',
        '1,000 votes on one prompt, 64 at once',
        await runVotes(bench, gateway, { count: 1, people: 1000 }, { ...together, connections: 64 }),
      ),
      line('message', 'message, 20 channels, 16 at once', await stored(bench, () => messages(400, 20, together))),
      line('messagePaced', `message, 20 channels, ${PER_SECOND}/s`, await messages(200, 20, paced)),
      line('messageOneChannel', 'message, one channel, 16 at once', await messages(400, 1, together)),
      line('messageOneChannelPaced', `message, one channel, ${PER_SECOND}/s`, await messages(200, 1, paced)),
    ];
    await gateway.stop();
    lines.push(await backlog(bench, 1), await backlog(bench, 20), await expire(bench));
    return lines;

    function messages(count: number, channels: number, pace: typeof together | typeof paced): Promise<EventRun> {
      return runMessages(bench, on, { count, channels }, pace);
    }
  },
};

function line(
  name: string,
  what: string,
  { perSecond, p50, p99, cpuMs, outOfOrder, storedBytes = Number.NaN }: Omit<EventRun, 'count'> & Partial<Stored>,
  isOrdered = name.startsWith('message'),
): Line {
  return {
    cells: [
      what,
      `${shown(perSecond)}/s`,
      shown(p50, 1),
      shown(p99, 1),
      shown(cpuMs.programs, 2),
      shown(cpuMs.database, 2),
      shown(storedBytes),
      isOrdered ? (outOfOrder === 0 ? 'kept' : `${outOfOrder} out of order`) : '',
    ],
    figures: {
      [`${name}.perSecond`]: perSecond,
      [`${name}.p99Ms`]: p99,
      [`${name}.cpuMs`]: cpuMs.programs,
      [`${name}.databaseCpuMs`]: cpuMs.database,
      ...(Number.isFinite(storedBytes) && { [`${name}.storedBytes`]: storedBytes }),
    },
  };
}

interface Stored {
  /** Of one event. */
  readonly storedBytes: number;
}

async function stored({ fixture }: Bench, run: () => Promise<EventRun>): Promise<EventRun & Stored> {
  const before = await fixture.storedBytes();
  const measured = await run();
  return { ...measured, storedBytes: ((await fixture.storedBytes()) - before) / measured.count };
}

async function backlog(bench: Bench, receivers: number, count = 2000): Promise<Line> {
  const urls = bench.loader.receiverPorts.slice(0, receivers).map((port) => `http://127.0.0.1:${port}/`);
  await addPendingCallbacks(bench.fixture.address, count, urls);
  const run = await atStart(bench, count);
  return line(`backlog${receivers}`, `backlog of ${count}, ${receivers} receiver${receivers === 1 ? '' : 's'}`, run);
}

async function expire(bench: Bench, count = 2000): Promise<Line> {
  await makePromptsOverdue(bench.fixture.address, count, `http://127.0.0.1:${bench.loader.receiverPorts[0]}/`);
  return line('expire', `expire, ${count} at once`, await atStart(bench, count));
}

/** The callbacks that a gateway sends after its start. The CPU time is measured from its ready line. */
async function atStart({ fixture, loader }: Bench, count: number) {
  const measuring = loader.run({ kind: 'drain', count });
  const gateway = await fixture.startGateway();
  const cpu = await startCpu({ programs: [gateway], backends: () => fixture.backends(fixture.address) });
  const measured = await measuring;
  const { programs, database } = await cpu();
  await gateway.stop();
  const cpuMs: CpuTime = { programs: programs / count, database: database / count };
  return { ...measured, cpuMs };
}
