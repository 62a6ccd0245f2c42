import fc, { type Arbitrary } from 'fast-check';
import { curlLine, type WireRequest } from './request.js';
import type { Sender } from './sender.js';

/** Number of responses by status. */
export type Tally = Record<string, number>;

export interface FuzzOptions {
  readonly origin: string;
  readonly sender: Sender;
  readonly runs: number;
  readonly seed: number;
  /** Number of concurrent requests. */
  readonly lanes: number;
}

/** How many requests each tier sends. */
export const tiers = [
  { count: 600, tags: [] },
  { count: 6_000, tags: ['slow'] },
];

/** Number of requests and seed: FUZZ_RUNS and FUZZ_SEED, or the given number and a random seed. */
export function fuzzSettings(runs: number): { runs: number; seed: number } {
  return {
    runs: Number(process.env.FUZZ_RUNS ?? runs),
    seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
  };
}

/** Sends generated requests concurrently. A failing request is minimized and thrown as a curl command. */
export async function fuzz(
  requests: Arbitrary<WireRequest>,
  { origin, sender, runs, seed, lanes }: FuzzOptions,
): Promise<Tally> {
  const tally: Tally = {};
  const property = fc.asyncProperty(requests, async (wire) => {
    const count = (what: string | number) => (tally[what] = (tally[what] ?? 0) + 1);
    const status = await sender.send(wire).catch((error: NodeJS.ErrnoException) => {
      // A kept-alive connection may end between two requests. A client then retries once.
      if (error.code !== 'UND_ERR_SOCKET') throw error;
      count('reconnected');
      return sender.send(wire);
    });
    count(status);
  });
  const results = await Promise.all(
    // Each lane is its own sequence; all derive from the seed.
    Array.from({ length: lanes }, (_, lane) =>
      fc.check(property, { numRuns: Math.ceil(runs / lanes), seed: seed + lane }),
    ),
  );
  const failures = results.flatMap((result) => {
    const [wire] = result.counterexample ?? [];
    if (!result.failed || !wire) return [];
    const reason = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
    return [`${reason}\n  ${curlLine(origin, wire)}`];
  });
  if (failures.length > 0)
    throw new Error(
      `FUZZ_SEED=${seed} FUZZ_RUNS=${runs}: ${failures.length} of ${lanes} lanes failed.\n\n${failures.join('\n\n')}`,
    );
  return tally;
}
