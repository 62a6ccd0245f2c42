/** Multiplies the time limits of tests, for slow machines. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/** A time limit in milliseconds, scaled for this machine. */
export function limitMs(ms: number): number {
  return ms * factor;
}

/** Waits until a condition holds, checking every 10 ms. Fails after `timeoutMs` (scaled) with the text of the condition. */
export async function until<T>(condition: () => T | Promise<T>, timeoutMs = 10_000): Promise<NonNullable<T>> {
  const deadline = performance.now() + limitMs(timeoutMs);
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`Not true after ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
