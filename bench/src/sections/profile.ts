import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedPresses, runMessages, runPresses } from '../event-runs.js';
import { shown } from '../numbers.js';
import type { Program } from '../program.js';
import type { Bench, Line, Section } from '../section.js';

const COUNT = 600;
const TOP = 10;
const together = { connections: 16, untilCallback: false } as const;

export const profile: Section = {
  name: 'profile',
  about: 'the ten functions that take most CPU while prompts are created, pressed and messages arrive',
  seconds: 120,
  byDefault: false,
  engines: ['sqlite', 'postgresql'],
  head: ['operation', 'self time', 'function', 'where'],
  note: `Percent of the time in which the process was busy, from Node's CPU profile of a process that does only this, ${COUNT} times, with
16 at once. Loading the modules at the start is included. native: time outside JavaScript, such as in the kernel.`,
  async run(bench) {
    const operations: [what: string, work: (gateway: Program) => Promise<unknown>][] = [
      ['create', (gateway) => askedPresses(bench, [gateway], COUNT)],
      ['press', (gateway) => runPresses(bench, [gateway], COUNT, { ...together, untilCallback: true })],
      ['message', (gateway) => runMessages(bench, [gateway], { count: COUNT, channels: 20 }, together)],
    ];
    const lines: Line[] = [];
    for (const [what, work] of operations) lines.push(...(await profileOf(bench, what, work)));
    return lines;
  },
};

async function profileOf(
  { folder, fixture }: Bench,
  what: string,
  work: (gateway: Program) => Promise<unknown>,
): Promise<Line[]> {
  const profiles = mkdtempSync(join(folder, 'profile-'));
  const gateway = await fixture.startGateway({ nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${profiles}`] });
  await work(gateway);
  await gateway.stop();
  // A worker thread writes a profile of its own; the largest is that of the main thread.
  const [file = ''] = readdirSync(profiles)
    .map((name) => readFileSync(join(profiles, name), 'utf8'))
    .toSorted((left, right) => right.length - left.length);
  return topOf(JSON.parse(file) as CpuProfile).map(({ name, where, part }) => ({
    cells: [what, shown(part * 100, 1, ' %'), name, where],
  }));
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

function topOf({ nodes, samples, timeDeltas }: CpuProfile): { name: string; where: string; part: number }[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, { name: string; where: string; time: number }>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)') continue;
    busy += time;
    const name = frame.functionName === '(program)' ? 'native' : frame.functionName || 'anonymous';
    const where = frame.url === '' ? '' : `${shortened(frame.url)}:${frame.lineNumber + 1}`;
    const known = times.get(`${name} ${where}`) ?? { name, where, time: 0 };
    times.set(`${name} ${where}`, { ...known, time: known.time + time });
  }
  return [...times.values()]
    .toSorted((left, right) => right.time - left.time)
    .slice(0, TOP)
    .map(({ name, where, time }) => ({ name, where, part: time / busy }));
}

/** A path from the package on. */
const shortened = (url: string) => url.replace(/^.*\/node_modules\//, '').replace(/^.*?\/(?=(?:apps|packages)\/)/, '');
