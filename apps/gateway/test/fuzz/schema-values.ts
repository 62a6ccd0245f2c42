import fc, { type Arbitrary } from 'fast-check';

/** The part of `z.toJSONSchema` output from which values are generated. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly not?: Schema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Values by field name, because a schema cannot name existing records. */
export type Known = Readonly<Record<string, Arbitrary<unknown>>>;

/** Values that fit a schema, including its limits; `known` overrides fields by name. */
export function valuesOf(schema: Schema, known: Known, defs = schema.$defs ?? {}): Arbitrary<unknown> {
  const inner = (part: Schema) => valuesOf(part, known, defs);
  if (schema.$ref) return inner(defs[schema.$ref.replace('#/$defs/', '')] ?? {});
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 1) return fc.oneof(...types.map((type) => inner({ ...schema, type })));
  switch (types[0]) {
    case 'object':
      return objects(schema, known, inner);
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: schema.maxItems ?? 20 });
    case 'string':
      return texts(schema);
    case 'integer':
      return edged(schema.minimum ?? -(2 ** 53) + 1, schema.maximum ?? 2 ** 53 - 1);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objects(
  { properties, required = [], additionalProperties }: Schema,
  known: Known,
  inner: (part: Schema) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? inner(additionalProperties) : fc.jsonValue();
    return fc.dictionary(fc.string({ maxLength: 20 }), values, { maxKeys: 5, noNullPrototype: true });
  }
  const fields = Object.entries(properties).filter(([, field]) => field.not === undefined);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, known[name] ?? inner(field)])), {
    requiredKeys: required.filter((name) => name in properties),
    noNullPrototype: true,
  });
}

function edged(min: number, max: number): Arbitrary<number> {
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

/** Mostly short strings; sometimes exactly the maximum length. */
function texts({ minLength = 0, maxLength = 100, pattern, examples = [] }: Schema): Arbitrary<string> {
  const short = pattern
    ? fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 80) })
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
  const longest = fc.constantFrom('x', '\u{1f9d1}', 'ß').map((unit) => unit.repeat(maxLength));
  return fc.oneof(
    { arbitrary: short, weight: 8 },
    ...(examples.length > 0 ? [{ arbitrary: fc.constantFrom(...(examples as string[])), weight: 2 }] : []),
    ...(pattern ? [] : [{ arbitrary: longest, weight: 1 }]),
  );
}
