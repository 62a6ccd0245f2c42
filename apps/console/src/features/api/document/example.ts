import { plainOf } from './schema.js';
import type { Content, OpenApi, Schema } from './types.js';

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** How deep an example goes: a schema can contain itself. */
const DEPTH = 6;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-03-01T12:00:00.000Z',
  date: '2026-03-01',
  uri: 'https://agent.example.com/answers',
  email: 'ada@example.com',
  uuid: '0b7c1b1e-9f5a-4a37-8d0e-6a3f0c0d9e11',
};

/** The examples of a JSON body: those of the document, or else one made from the schema. Empty for other bodies. */
export function examplesOf(
  document: OpenApi,
  content: Content | undefined,
  of: 'request' | 'reply',
): readonly Example[] {
  const json = content?.['application/json'];
  if (!json) return [];
  const given = Object.entries(json.examples ?? {});
  if (given.length > 0) return given.map(([name, { summary, value }]) => ({ name: summary ?? name, value }));
  return json.schema ? [{ name: '', value: exampleOf(document, json.schema, of) }] : [];
}

/** An example value of a schema. One of a request has the required fields only. */
export function exampleOf(document: OpenApi, schema: Schema, of: 'request' | 'reply', depth = 0): unknown {
  const { schema: plain, isNullable } = plainOf(document, schema);
  const { examples, default: preset, enum: values, properties, items, format, type } = plain;
  const [given = preset ?? plain.const ?? values?.[0]] = examples ?? [];
  if (given !== undefined) return given;
  const [variant] = plain.anyOf ?? [];
  if (depth > DEPTH) return isNullable ? null : {};
  if (variant && !properties) return exampleOf(document, variant, of, depth + 1);
  if (properties) {
    const shown = Object.entries(properties).filter(([name]) => of === 'reply' || plain.required?.includes(name));
    const own = shown.map(([name, field]) => [name, exampleOf(document, field, of, depth + 1)]);
    const rest = variant ? exampleOf(document, variant, of, depth + 1) : {};
    return { ...(rest as object), ...Object.fromEntries(own) };
  }
  if (items) return [exampleOf(document, items, of, depth + 1)];
  if (isNullable && of === 'reply') return null;
  switch ([type].flat()[0]) {
    case 'string':
      return formats[format ?? ''] ?? 'string';
    case 'integer':
    case 'number':
      return plain.minimum ?? 0;
    case 'boolean':
      return false;
    default:
      return {};
  }
}
