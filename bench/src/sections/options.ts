import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startCpu } from '../cpu.js';
import { askedPresses, runPresses } from '../event-runs.js';
import { noLimits } from '../names.js';
import { median, shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Bench, Section } from '../section.js';

const ROUNDS = 5;
const COUNT = 200;
const together = { connections: 16, untilCallback: true } as const;

const limits = {
  RATE_LIMIT_KEY: '120000',
  RATE_LIMIT_ADDRESS: '120000',
  RATE_LIMIT_INVALID_KEYS: '600',
  RATE_LIMIT_CHANNEL: '60000',
  MAX_OPEN_PROMPTS_PER_CHANNEL: '100000',
};

export const options: Section = {
  name: 'options',
  about: 'CPU of a prompt, and start, with tracing and with limits beside without',
  seconds: 120,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['settings', 'CPU ms ask', 'CPU ms press', 'CPU', 'start', 'memory'],
  note: `Medians of ${ROUNDS} rounds of ${COUNT} prompts in turns. CPU ms: of the gateway, for a request that asks, and for a press until its callback has arrived
and its message is closed. CPU: both together, to the line without tracing and limits. tracing: spans are sent to a receiver that answers at once.`,
  async run(bench) {
    const sink = createServer((request, response) => {
      request.resume().on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(sink, 'listening');
    const endpoint = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const variants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'without tracing and limits': noLimits,
      limits,
      tracing: { ...noLimits, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    };
    const rounds = new Map<string, Round[]>(Object.keys(variants).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, env] of Object.entries(variants)) rounds.get(name)?.push(await measure(bench, env));
    sink.closeAllConnections();
    sink.close();
    const of = (name: string, pick: (round: Round) => number) => median((rounds.get(name) ?? []).map(pick));
    const both = (name: string) => of(name, ({ askMs, pressMs }) => askMs + pressMs);
    return Object.keys(variants).map((name) => ({
      cells: [
        name,
        shown(
          of(name, ({ askMs }) => askMs),
          2,
        ),
        shown(
          of(name, ({ pressMs }) => pressMs),
          2,
        ),
        shown(both(name) / both('without tracing and limits'), 2),
        shown(
          of(name, ({ startMs }) => startMs),
          0,
          ' ms',
        ),
        shown(
          of(name, ({ memory }) => memory),
          0,
          ' MiB',
        ),
      ],
    }));
  },
};

interface Round {
  readonly askMs: number;
  readonly pressMs: number;
  readonly startMs: number;
  readonly memory: number;
}

async function measure(bench: Bench, env: Readonly<Record<string, string>>): Promise<Round> {
  const gateway: Program = await bench.fixture.startGateway({ env });
  const { startMs } = gateway;
  await runPresses(bench, [gateway], COUNT, together);
  const cpu = await startCpu({ programs: [gateway], backends: async () => [] });
  await askedPresses(bench, [gateway], COUNT);
  const asked = await cpu();
  const pressed = await runPresses(bench, [gateway], COUNT, together);
  const memory = gateway.memory();
  await gateway.stop();
  return { askMs: asked.programs / COUNT, pressMs: pressed.cpuMs.programs, startMs, memory };
}
