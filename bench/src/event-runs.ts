import { setTimeout as delay } from 'node:timers/promises';
import { startCpu, type CpuTime } from './cpu.js';
import type { FakePlatform } from './fake-platform.js';
import type { EventShot, EventsTask, Measured, Shot } from './load/tasks.js';
import type { Program } from './program.js';
import type { Bench } from './section.js';
import { create, createPolicy, createWithAction, grantPresses, messages, presses, votes } from './shots.js';

const MAX_CLOSING_MS = 60_000;
/** After the callback of one event: the receiver has answered, and the result is recorded. */
const SETTLE_MS = 30;

/** Events of people on one or more instances, measured until their callbacks have arrived. */
export interface EventRun extends Measured {
  /** Milliseconds of one event, with the closing of its prompt. */
  readonly cpuMs: CpuTime;
}

/** Creates prompts on the first instance and presses a button of each. Ends when the callbacks have arrived and the prompts are closed. */
export async function runPresses(
  bench: Bench,
  instances: readonly Program[],
  count: number,
  pace: EventsTask['pace'],
): Promise<EventRun> {
  return runEvents(bench, instances, await askedPresses(bench, instances, count), pace, true);
}

/** Prompts that were asked through the first instance: one press for each. `ask`: default: without an action. */
export async function askedPresses(
  { loader, fakePlatform }: Bench,
  [instance]: readonly Program[],
  count: number,
  ask: (callbackUrl: string) => Shot = create,
): Promise<EventShot[]> {
  fakePlatform.takeButtons();
  await loader.run({
    kind: 'requests',
    url: instance?.url ?? '',
    shot: ask(`http://127.0.0.1:${loader.receiverPorts[0]}/`),
    connections: 16,
    ms: 120_000,
    count,
  });
  return presses(fakePlatform);
}

/** Votes of `people` people on each of `count` prompts, which ten of them decide. */
export async function askedVotes(
  { loader, fakePlatform }: Bench,
  { url }: Program,
  { count, people }: { readonly count: number; readonly people: number },
): Promise<EventShot[]> {
  fakePlatform.takeButtons();
  const once = { kind: 'requests', url, ms: 120_000 } as const;
  policies += 1;
  const policy = `ten-${policies}`;
  await loader.run({ ...once, shot: createPolicy(policy), connections: 1, count: 1 });
  await loader.run({ ...once, shot: create(undefined, policy), connections: 16, count });
  return votes(fakePlatform, people);
}

let policies = 0;

/** Gives a standing approval for actions of this name, under a rule that offers it. */
export async function giveGrant(bench: Bench, gateway: Program, name: string): Promise<void> {
  const { loader, fakePlatform } = bench;
  fakePlatform.takeButtons();
  const shot = createWithAction(name);
  await loader.run({ kind: 'requests', url: gateway.url, shot, connections: 1, ms: 120_000, count: 1 });
  await runEach(bench, gateway, grantPresses(fakePlatform), true);
}

/** Votes, measured until the gateway has recorded them. The notes about them are posted to the chat meanwhile. */
export async function runVotes(
  bench: Bench,
  instance: Program,
  amount: { readonly count: number; readonly people: number },
  pace: EventsTask['pace'],
): Promise<EventRun> {
  return runEvents(bench, [instance], await askedVotes(bench, instance, amount), pace, false);
}

/** Texts in the chats of `channels` channels. Ends when the callbacks have arrived. */
export async function runMessages(
  bench: Bench,
  instances: readonly Program[],
  { count, channels }: { count: number; channels: number },
  pace: EventsTask['pace'],
): Promise<EventRun> {
  return runEvents(bench, instances, messages(bench.fakePlatform, count, channels), pace, false);
}

/** Sends one event after another; each begins after the last one has settled. `closes`: each closes a prompt. */
export async function runEach(
  { loader, fakePlatform }: Bench,
  { url }: Program,
  shots: readonly EventShot[],
  closes: boolean,
): Promise<void> {
  for (const shot of shots) {
    const closed = closes ? fakePlatform.updated() + 1 : 0;
    await loader.run({ kind: 'events', urls: [url], shots: [shot], pace: { connections: 1, untilCallback: true } });
    await untilClosed(fakePlatform, closed);
    await delay(SETTLE_MS);
  }
}

async function runEvents(
  { fixture, loader, fakePlatform }: Bench,
  instances: readonly Program[],
  shots: EventShot[],
  pace: EventsTask['pace'],
  closes: boolean,
): Promise<EventRun> {
  const closed = closes ? fakePlatform.updated() + shots.length : 0;
  const cpu = await startCpu({ programs: instances, backends: () => fixture.backends(fixture.address) });
  const measured = await loader.run({ kind: 'events', urls: instances.map(({ url }) => url), shots, pace });
  await untilClosed(fakePlatform, closed);
  const { programs, database } = await cpu();
  const cpuMs = { programs: programs / shots.length, database: database / shots.length };
  return { ...measured, cpuMs };
}

/** Waits until this number of messages was updated in the chat. */
async function untilClosed(fakePlatform: FakePlatform, updated: number): Promise<void> {
  const startedAt = performance.now();
  while (fakePlatform.updated() < updated) {
    if (performance.now() - startedAt > MAX_CLOSING_MS) throw new Error('Not every prompt was closed in the chat.');
    await delay(5);
  }
}
