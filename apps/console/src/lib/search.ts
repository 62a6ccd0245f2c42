/** Reads one value of the URL's search. Undefined: it is missing, or not a value that the page knows. */
type Reader<Value> = (value: unknown) => Value | undefined;

/** A text. The router parses digits as a number; this turns them back into text. */
export const text: Reader<string> = (value) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) || undefined : undefined;

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** A whole number from 1. */
export const position: Reader<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;

/** A time in ISO 8601, in UTC. */
export const time: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** A day: "2026-05-17". */
export const day: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((one) => one === value);

/** A name of an action that is a pattern of exactly this name. */
export const actionName: Reader<string> = (value) => {
  const name = text(value);
  return name !== undefined && /^[\w.:/@-]+$/.test(name) ? name : undefined;
};

/** A path of the console. */
export const path: Reader<string> = (value) => (typeof value === 'string' && value.startsWith('/') ? value : undefined);

export type Search<Readers extends Readonly<Record<string, Reader<unknown>>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};

/** Reads the search of the URL, which anyone may have written. Unknown values are left out, unknown names are removed. */
export const search =
  <Readers extends Readonly<Record<string, Reader<unknown>>>>(readers: Readers) =>
  (raw: Readonly<Record<string, unknown>>): Search<Readers> => {
    const values = Object.entries(readers).map(([name, read]) => [name, read(raw[name])] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Search<Readers>;
  };
