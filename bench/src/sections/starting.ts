import { setTimeout as delay } from 'node:timers/promises';
import { median, shown } from '../numbers.js';
import { bareProgram, startProgram } from '../program.js';
import type { Section } from '../section.js';

const ROUNDS = 3;

export const starting: Section = {
  name: 'start',
  about: 'time until the ready line, and memory at rest',
  seconds: 30,
  byDefault: true,
  engines: ['sqlite', 'postgresql'],
  head: ['', 'gateway', 'bare Express', 'ratio'],
  note: `Time from spawning the process to its ready line, median of ${ROUNDS}; resident memory two seconds later.`,
  async run({ folder, fixture, fakePlatform }) {
    const variants = {
      gateway: () => fixture.startGateway(),
      bare: () => startProgram(folder, [bareProgram, fixture.copy, fakePlatform.url]),
    };
    const times = { gateway: [] as number[], bare: [] as number[] };
    const memory = { gateway: 0, bare: 0 };
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const name of ['gateway', 'bare'] as const) {
        const program = await variants[name]();
        times[name].push(program.startMs);
        if (round === ROUNDS) {
          await delay(2000);
          memory[name] = program.memory();
        }
        await program.stop();
      }
    }
    const line = (name: string, what: string, unit: string, ours: number, theirs: number) => ({
      cells: [what, shown(ours, 0, unit), shown(theirs, 0, unit), shown(ours / theirs, 2)],
      figures: { [name]: ours },
    });
    return [
      line('startMs', 'start', ' ms', median(times.gateway), median(times.bare)),
      line('memoryMiB', 'memory at rest', ' MiB', memory.gateway, memory.bare),
    ];
  },
};
