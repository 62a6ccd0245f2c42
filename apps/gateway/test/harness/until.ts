/** Multiplies the time limits of tests. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/** Milliseconds of a test's time limit on this machine. */
function limitMs(ms: number): number {
  return ms * factor;
}

/** Waits until a condition holds, looking every 10 ms. Fails after `timeoutMs`, scaled, with the condition's own text. */
export async function until<T>(condition: () => T | Promise<T>, timeoutMs = 10_000): Promise<NonNullable<T>> {
  const giveUpAt = performance.now() + limitMs(timeoutMs);
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > giveUpAt) throw new Error(`Still not so after ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
