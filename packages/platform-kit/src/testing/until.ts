/** Multiplies the time limits of tests on a busy machine. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/** A time limit in milliseconds for this machine. */
export const limitMs = (ms: number): number => ms * factor;

/** Waits until a condition holds. Fails after `timeoutMs`, multiplied by `TEST_TIMEOUT_FACTOR`, with the source of the condition. */
export async function until(condition: () => boolean, timeoutMs = 8000): Promise<void> {
  const deadline = performance.now() + limitMs(timeoutMs);
  while (!condition()) {
    if (performance.now() > deadline)
      throw new Error(`Not true after ${limitMs(timeoutMs)} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
