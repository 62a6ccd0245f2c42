/** Multiplies time limits, for slow machines. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/**
 * Calls `check` until it returns a truthy value or a promise of one, and resolves with it.
 * Rejects after `timeoutMs` (5 s) times the environment variable `TEST_TIMEOUT_FACTOR`. The error names `what`; its cause is the last error of `check`.
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
  throw new Error(`Timed out after ${timeoutMs} ms waiting for ${what}`, { cause });
}
