/** Choices that are the same in every run with the same seed. */
export interface Random {
  /** A whole number from `min` to `max`. */
  number(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** The next one of a list, so that all of them occur. There is one counter for all lists. */
  inTurn<T>(list: readonly T[]): T;
  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  chance(probability: number): boolean;
}

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function seeded(seed: number): Random {
  let state = seed;
  let turn = 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    number,
    pick: (list) => list[number(0, list.length - 1)]!,
    inTurn: (list) => list[turn++ % list.length]!,
    weighted: (weights) => {
      const entries = Object.entries<number>(weights);
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const [found] = entries.find(([, weight]) => (at -= weight) < 0) ?? entries.at(-1)!;
      return found as never;
    },
    chance: (probability) => next() < probability,
  };
}
