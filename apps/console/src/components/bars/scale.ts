/** The upper end of the axis: a round number at or above the largest value, at least 4. Its half is whole. */
export function niceMax(values: readonly number[]): number {
  const largest = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 4, power === 1 ? 6 : 5, 8, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

/** The indexes of the bars with a label, about six. */
export function labelled(count: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / 6));
  return new Set(Array.from({ length: count }, (_, index) => index).filter((index) => index % step === 0));
}

/** The parts of a bar, from below: each with the sum of those below it. Empty ones are left out. */
export function stacked(
  parts: readonly number[],
): readonly { readonly kind: number; readonly from: number; readonly to: number }[] {
  let sum = 0;
  return parts.flatMap((part, kind) => {
    const from = sum;
    sum += part;
    return sum > from ? { kind, from, to: sum } : [];
  });
}
