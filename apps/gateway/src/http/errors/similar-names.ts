/** The known names that an unknown one probably stands for: the most likely one, or up to two that begin with it. */
export function similarNames(given: string, known: readonly string[]): string[] {
  const plain = plainName(given);
  if (plain.length < 2 || plain.length > MAX_NAME_LENGTH) return [];
  const same = known.filter((name) => plainName(name) === plain);
  if (same.length > 0) return same.slice(0, 1);
  const [nearest] = known
    .map((name) => ({ name, distance: distance(plain, plainName(name)) }))
    .filter(({ distance: typos }) => typos <= (plain.length < 5 ? 1 : 2))
    .toSorted((left, right) => left.distance - right.distance);
  if (nearest) return [nearest.name];
  return known.filter((name) => plain.length > 2 && plainName(name).startsWith(plain)).slice(0, 2);
}

/** Ignores case and separators, so that `callbackUrl` and `callback-url` equal `callback_url`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Characters. Longer names are not typing mistakes. */
const MAX_NAME_LENGTH = 40;

/** The Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
