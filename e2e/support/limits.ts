/** Multiplies the time limits of tests, for slow machines. `npm test` sets it. */
const factor = Number(process.env['TEST_TIMEOUT_FACTOR'] ?? 1);

/** A time limit in milliseconds, scaled for this machine. */
export const limitMs = (ms: number): number => ms * factor;
