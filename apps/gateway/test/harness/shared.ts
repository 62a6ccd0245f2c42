import { afterAll, beforeAll, onTestFinished } from 'vitest';

type CleanUp = () => unknown;

/** Set while `startOnce` starts something that several tests share. */
let sharedCleanUps: CleanUp[] | null = null;

/** Runs `cleanUp` after the current test, or after the last test that shares what `startOnce` is starting. */
export function onCleanUp(cleanUp: CleanUp): void {
  if (sharedCleanUps) sharedCleanUps.push(cleanUp);
  else
    onTestFinished(async () => {
      await cleanUp();
    });
}

/**
 * Starts something once for all tests of a file or `describe`, and stops it after the last of them. For tests that do not depend
 * on each other's records: a gateway takes longer to start than most requests. Returns a function for use in tests.
 */
export function startOnce<T>(start: () => Promise<T>): () => T {
  const cleanUps: CleanUp[] = [];
  let started: { readonly value: T } | null = null;
  beforeAll(async () => {
    sharedCleanUps = cleanUps;
    try {
      started = { value: await start() };
    } finally {
      sharedCleanUps = null;
    }
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return () => {
    if (!started) throw new Error('startOnce: call the function inside a test.');
    return started.value;
  };
}
