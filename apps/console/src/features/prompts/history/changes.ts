/** An argument, or a part of one, that is not the same in two actions. Undefined: the action does not have it. */
export interface Change {
  /** `replicas`, `labels.tier`, `hosts[0]`. A name that is no plain word is in quotes: `labels["a.b"]`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between two values of JSON, by path. The order of names in an object does not count. Empty: they are the same. */
export function changesOf(before: unknown, after: unknown, path = ''): Change[] {
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changesOf(own(before, name), own(after, name), pathTo(path, name)),
    );
  }
  // In lists of other lengths the places do not correspond.
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value: unknown, index) => changesOf(value, after[index], `${path}[${index}]`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

function pathTo(path: string, name: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name);
  if (!isPlain) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
