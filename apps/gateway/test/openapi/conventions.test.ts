import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startOnce } from '../harness/shared.js';
import { servedDocument } from './served.js';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses?: Record<string, unknown>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
}

/** Every object in a document, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${path}/${name}`);
}

describe('the OpenAPI document', () => {
  const shared = startOnce(servedDocument);
  const operations = () =>
    Object.entries((shared().document.paths ?? {}) as Record<string, Record<string, Operation>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ where: `${method} ${path}`, path, operation })),
    );
  const schemas = () => (shared().document.components?.schemas ?? {}) as Record<string, Schema>;

  it('has operations with a unique id, a summary, a description and tags that are described', () => {
    const tags = (shared().document as { tags?: { name: string; description?: string }[] }).tags ?? [];
    expect(tags.filter(({ description }) => !description)).toEqual([]);
    const known = new Set(tags.map(({ name }) => name));
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.length).toBeGreaterThan(50);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { where, operation } of operations()) {
      const { operationId, summary, description, tags: own = [] } = operation;
      expect(operationId, where).toMatch(/^\w+$/);
      expect(summary, where).toBeTruthy();
      expect(description, where).toBeTruthy();
      expect(own.length, where).toBeGreaterThan(0);
      expect(
        own.filter((tag) => !known.has(tag)),
        where,
      ).toEqual([]);
    }
  });

  it('has operations with a success, an error, declared security schemes and no parameter twice', () => {
    const schemes = Object.keys(shared().document.components?.securitySchemes ?? {});
    for (const { where, path, operation } of operations()) {
      const { responses = {}, security = [], parameters = [] } = operation;
      const statuses = Object.keys(responses);
      expect(statuses, where).toContainEqual(expect.stringMatching(/^[23]/));
      expect(statuses, where).toContainEqual(expect.stringMatching(/^4/));
      expect(
        security.flatMap((each) => Object.keys(each)).filter((name) => !schemes.includes(name)),
        where,
      ).toEqual([]);
      const named = parameters.map((each) => `${each.in} ${each.name}`);
      expect(new Set(named).size, where).toBe(named.length);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      expect(named.filter((name) => name.startsWith('path ')).toSorted(), where).toEqual(inPath.toSorted());
    }
  });

  it('has no ambiguous path, none that ends with a slash, and an absolute or relative server without one', () => {
    const paths = Object.keys(shared().document.paths ?? {});
    const shapes = paths.map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(paths.filter((path) => path.endsWith('/') || path.includes('?'))).toEqual([]);
    expect(shared().document.info.license).toBeDefined();
  });

  it('uses each of its schemas, requires only properties that exist, and lists only values of the type', () => {
    const { text } = shared();
    expect(Object.keys(schemas()).filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
    for (const [where, found] of objectsIn(schemas())) {
      const { type, required, properties, enum: values } = found as Schema;
      if (Array.isArray(required) && properties)
        expect(
          required.filter((name) => !(name in properties)),
          where,
        ).toEqual([]);
      if (type === 'string' && Array.isArray(values))
        expect(
          values.filter((value) => typeof value !== 'string'),
          where,
        ).toEqual([]);
    }
  });

  it('has examples that their schemas accept', () => {
    let checked = 0;
    for (const [where, found] of objectsIn(shared().document)) {
      const { example, examples, ...schema } = found as Schema;
      const isSchema = 'type' in schema || 'anyOf' in schema;
      // A schema that refers to another one is checked where that one is.
      if (!isSchema || JSON.stringify(schema).includes('"$ref"')) continue;
      const values = [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])];
      for (const value of values) {
        checked += 1;
        const { success } = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
        expect(success, `${where}: ${JSON.stringify(value)}`).toBe(true);
      }
    }
    expect(checked).toBeGreaterThan(10);
  });

  it('has no script in its Markdown', () => {
    expect(shared().text).not.toMatch(/<script|eval\(/);
  });
});
