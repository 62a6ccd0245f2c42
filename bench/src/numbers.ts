export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which the given part (0 to 1) of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** A number as text with this many decimals; empty when it was not measured. */
export function shown(value: number, decimals = 0, unit = ''): string {
  return Number.isFinite(value) ? `${value.toFixed(decimals)}${unit}` : '';
}
