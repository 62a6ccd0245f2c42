/** Multiplies the time limits of tests. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/**
 * Calls `check` until it returns something truthy (also through a promise) and resolves with that.
 * Rejects after `timeoutMs` (5 s), multiplied by the environment's `TEST_TIMEOUT_FACTOR`, naming `what`, with the last error `check` threw as its cause.
 */
export async function until<T>(
  check: () => T | Promise<T>,
  { what = 'the condition', timeoutMs = 5_000, intervalMs = 10 } = {},
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const deadline = Date.now() + timeoutMs * factor;
  let cause: unknown;
  do {
    try {
      const value = await check();
      if (value) return value as Exclude<T, false | null | undefined | 0 | ''>;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  } while (Date.now() < deadline);
  throw new Error(`Gave up after ${timeoutMs} ms waiting for ${what}`, { cause });
}
