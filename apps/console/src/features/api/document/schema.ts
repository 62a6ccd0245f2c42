import { code } from '../../../lib/code.js';
import { nameOf } from './entries.js';
import type { OpenApi, Schema } from './types.js';

/** One of several forms that a value can have. */
export interface Variant {
  readonly name: string;
  readonly schema: Schema;
}

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** A schema as a reader sees it. What is inside is given as schemas, which are read when they are opened: schemas can be recursive. */
export interface Shape {
  /** Written like a TypeScript type: `string <uri>`, `Approver[] | null`. */
  readonly type: string;
  /** The schema without references, combinations and null. Of an array of objects: that of the array. */
  readonly schema: Schema;
  /** The allowed values, without null. */
  readonly values: readonly unknown[];
  /** The fields of the object, or of the objects in the array or map. */
  readonly fields: readonly Field[];
  readonly variants: readonly Variant[];
}

interface Plain {
  readonly schema: Schema;
  /** The name of the component. */
  readonly name: string | null;
  readonly isNullable: boolean;
}

/** How deep a type is spelled out, against schemas that contain themselves. */
const DEPTH = 4;

export function shapeOf(document: OpenApi, schema: Schema): Shape {
  const { schema: plain } = plainOf(document, schema);
  const inner = innermost(document, plain);
  return {
    type: typeOf(document, schema),
    schema: plain,
    values: valuesOf(inner),
    fields: Object.entries(inner.properties ?? {}).map(([name, field]) => ({
      name,
      isRequired: inner.required?.includes(name) ?? false,
      schema: field,
    })),
    variants: variantsIn(document, inner),
  };
}

/** Follows references and merges `allOf`. Takes null out of types, values and variants. */
export function plainOf(document: OpenApi, schema: Schema, depth = 0): Plain {
  if (depth > 2 * DEPTH) return { schema: {}, name: null, isNullable: false };
  const { $ref, allOf = [], ...own } = schema;
  const target = $ref === undefined ? undefined : document.components?.schemas?.[nameOf($ref)];
  const parts = [...(target ? [target] : []), ...allOf].map((part) => plainOf(document, part, depth + 1));
  const name = $ref === undefined ? (parts.find((part) => part.name !== null)?.name ?? null) : nameOf($ref);
  const merged = [...parts.map((part) => part.schema), own].reduce<Schema>(merge, {});
  const types = [merged.type ?? []].flat();
  const variants = variantsOf(merged);
  const others = variants.filter((variant) => variant.type !== 'null');
  const [only] = others;
  // `allOf` of a component and `string | null` means that component or null, although a strict reader would never find null.
  const isNullable = types.includes('null') || others.length < variants.length || parts.some((part) => part.isNullable);
  const { anyOf: _anyOf, oneOf: _oneOf, type: _type, ...rest } = merged;
  const kinds = types.filter((type) => type !== 'null');
  const [kind] = kinds;
  const base: Schema = { ...rest, ...(kind !== undefined && { type: kinds.length === 1 ? kind : kinds }) };
  if (others.length === 1 && only) {
    const inner = plainOf(document, only, depth + 1);
    return {
      schema: merge(inner.schema, base),
      name: inner.name ?? name,
      isNullable: isNullable || inner.isNullable,
    };
  }
  return {
    schema: others.length > 0 ? { ...base, anyOf: others } : base,
    name,
    isNullable,
  };
}

function merge(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...((left.properties ?? right.properties) && { properties: { ...left.properties, ...right.properties } }),
    ...((left.required ?? right.required) && {
      required: [...new Set([...(left.required ?? []), ...(right.required ?? [])])],
    }),
  };
}

const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

const valuesOf = (schema: Schema): readonly unknown[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).filter((value) => value !== null);

/** The schema inside arrays and maps. */
function innermost(document: OpenApi, schema: Schema, depth = 0): Schema {
  const inner = schema.items ?? mapOf(schema);
  return inner === undefined || depth > DEPTH
    ? schema
    : innermost(document, plainOf(document, inner).schema, depth + 1);
}

/** The schema of the values of an object with any names. */
function mapOf({ additionalProperties: rest, properties }: Schema): Schema | undefined {
  return typeof rest === 'object' && Object.keys(rest).length > 0 && properties === undefined ? rest : undefined;
}

function typeOf(document: OpenApi, schema: Schema, depth = 0): string {
  const { schema: plain, name, isNullable } = plainOf(document, schema);
  const type = depth > DEPTH ? '…' : bareType(document, plain, name, depth);
  return isNullable ? code(`${type} | null`) : type;
}

function bareType(document: OpenApi, schema: Schema, name: string | null, depth: number): string {
  const variants = variantsOf(schema);
  if (schema.items) {
    const inner = typeOf(document, schema.items, depth + 1);
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`;
  }
  const map = mapOf(schema);
  if (map) return `{ [name]: ${typeOf(document, map, depth + 1)} }`;
  if (name !== null && (schema.properties || variants.length > 0)) return name;
  if (variants.length > 0) {
    const types = [...new Set(variants.map((variant) => typeOf(document, variant, depth + 1)))];
    return types.join(' | ');
  }
  const values = valuesOf(schema);
  if (values.length === 1) return JSON.stringify(values[0]);
  const type = [schema.type ?? (schema.properties ? 'object' : 'any')].flat().join(' | ');
  return schema.format === undefined ? type : `${type} <${schema.format}>`;
}

/** The variants of a value, unless its type already says everything about them: `string | integer`. */
function variantsIn(document: OpenApi, schema: Schema): readonly Variant[] {
  const variants = variantsOf(schema);
  const isSimple = variants.every((variant) =>
    Object.keys(plainOf(document, variant).schema).every((key) => key === 'type'),
  );
  return isSimple ? [] : variants.map((variant) => ({ name: variantName(document, variant), schema: variant }));
}

/** What tells a variant from the others: its component, its `type`, or its required fields. */
function variantName(document: OpenApi, variant: Schema): string {
  const { schema, name } = plainOf(document, variant);
  const types = valuesOf(schema.properties?.['type'] ?? {});
  if (variant.$ref === undefined && types.length > 0)
    return code(`type: ${types.map((type) => JSON.stringify(type)).join(' | ')}`);
  if (name !== null) return name;
  if (schema.properties) return `{ ${(schema.required ?? Object.keys(schema.properties)).join(', ')} }`;
  return typeOf(document, variant);
}
