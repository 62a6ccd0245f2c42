interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses?: unknown;
}

/** Operations by method, by path or name. */
type PathItems = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The parts of an OpenAPI document that the reference reads. */
export interface OpenApiDocument {
  readonly openapi?: string;
  readonly paths?: PathItems;
  /** What the gateway itself posts. */
  readonly webhooks?: PathItems;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, unknown>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

/** An operation or a callback of the document. */
export interface Entry {
  readonly id: string;
  readonly summary: string;
  /** The group that Swagger UI shows it in. */
  readonly group: string;
  /** What a search looks through: the operation with its path and the schemas that it refers to, in lower case. */
  readonly text: string;
}

/** The group of all callbacks in Swagger UI. */
export const CALLBACKS = 'webhooks';

/** The operations and callbacks of a document by operation id. */
export function entriesOf(document: OpenApiDocument): ReadonlyMap<string, Entry> {
  const schemas = document.components?.schemas ?? {};
  const textOf = (value: unknown, seen: Set<string>): string => {
    const text = JSON.stringify(value);
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
    return names.reduce((all, name) => {
      if (seen.has(name)) return all;
      seen.add(name);
      return all + textOf(schemas[name] ?? null, seen);
    }, text);
  };
  const entries = (items: PathItems = {}, group?: string) =>
    Object.entries(items).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((value): [string, Entry][] => {
        // The errors of all operations have the same texts.
        const { responses: _, ...operation } = value as Operation;
        const { operationId: id, summary = path, tags } = operation;
        const text = (path + textOf(operation, new Set())).toLowerCase();
        return [[id, { id, summary, group: group ?? tags?.[0] ?? 'default', text }]];
      }),
    );
  return new Map([...entries(document.paths), ...entries(document.webhooks, CALLBACKS)]);
}

/** Whether an entry has all words of a search. */
export function matches(entry: Entry | undefined, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return entry !== undefined && words.every((word) => entry.text.includes(word));
}
