const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Ends the process on a stop signal while it starts, which loses nothing. Process 1 of a container does not end on a signal without a
 * handler, so a stop during the start would have no effect.
 */
export function stopDuringStart(): void {
  for (const signal of signals) process.once(signal, endStart);
}

function endStart(signal: string): void {
  process.stdout.write(`Stopped by ${signal} before the gateway was ready\n`);
  process.exit(0);
}

/** From now on, `stop` handles the signals. */
export function stopBy(stop: (signal: string) => void): void {
  for (const signal of signals) process.off(signal, endStart).on(signal, stop);
}
