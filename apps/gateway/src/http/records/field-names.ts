/** `personId` as `person_id`. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** `person_id` as `personId`. */
type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** A value as the API shows it: times are texts, and lists are copies. */
type Shown<Value> = Value extends Date ? string : Value extends readonly (infer Item)[] ? Item[] : Value;

type SnakeFields<Row, Field extends keyof Row & string> = { [Name in Field as Snake<Name>]: Shown<Row[Name]> };
type CamelFields<Body> = { [Name in keyof Body as Camel<Name & string>]: Body[Name] };

/**
 * Fields of a row under their names in the API. The fields are named one by one, so that a new column is not shown before somebody decides so.
 * The compiler compares names and types with those of the record.
 */
export function snake<Row extends object, const Field extends keyof Row & string>(
  row: Row,
  ...fields: readonly Field[]
): SnakeFields<Row, Field> {
  const record: Record<string, unknown> = {};
  for (const field of fields) record[snakeName(field)] = shown(row[field]);
  return record as SnakeFields<Row, Field>;
}

/** A checked body under the names of the core. Values stay as they are. */
export function camel<Body extends object>(body: Body): CamelFields<Body> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) input[camelName(name)] = value;
  return input as CamelFields<Body>;
}

/** The names of the core for the fields of a body or of its schema's shape. */
export const camelNames = <Body extends object>(body: Body) =>
  Object.keys(camel(body)) as (keyof CamelFields<Body> & string)[];

const shown = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? Array.from<unknown>(value) : value;

const snakeName = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camelName = remembered((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** The names are those of types, so there are few. */
function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? convert(name);
    known.set(name, found);
    return found;
  };
}
