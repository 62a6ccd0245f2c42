import type { OpenApi, OperationObject, PathItem } from './types.js';

/** An operation of the document with its place in the list. */
export interface Entry {
  readonly id: string;
  /** `POST`. */
  readonly method: string;
  /** `/v1/prompts/{id}`; for a callback `callback_url`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The gateway sends this request to a receiver. */
  readonly isCallback: boolean;
  readonly operation: OperationObject;
}

export interface Group {
  readonly tag: string;
  readonly entries: readonly Entry[];
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** All operations, then the callbacks, in the order of the document. */
export function entriesOf(document: OpenApi): readonly Entry[] {
  return [...entriesIn(document.paths ?? {}, false), ...entriesIn(document.webhooks ?? {}, true)];
}

function entriesIn(paths: Readonly<Record<string, PathItem>>, isCallback: boolean): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({
        id: operation.operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`,
        method: method.toUpperCase(),
        path: isCallback ? 'callback_url' : path,
        summary: operation.summary ?? path,
        tag: operation.tags?.[0] ?? '',
        isCallback,
        operation,
      })),
  );
}

/** The operations by tag, in the order of the tags of the document. Tags without operations are left out. */
export function groupsOf({ tags = [] }: OpenApi, entries: readonly Entry[]): readonly Group[] {
  const names = new Set([...tags.map(({ name }) => name), ...entries.map(({ tag }) => tag)]);
  return [...names]
    .map((tag) => ({ tag, entries: entries.filter((entry) => entry.tag === tag) }))
    .filter((group) => group.entries.length > 0);
}

/** The operations that contain all words of a search: in their names, texts, parameters, or the fields of their bodies. */
export function search(document: OpenApi, entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const content = contentOf(document, entry);
    return words.every((word) => content.includes(word));
  });
}

function contentOf({ components }: OpenApi, { id, method, path, summary, tag, operation }: Entry): string {
  const { description = '', parameters = [], requestBody } = operation;
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const body = components?.schemas?.[nameOf(schema?.$ref ?? '')] ?? schema;
  const names = [...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
  return [id, method, path, summary, tag, description, ...names].join(' ').toLowerCase();
}

/** The name of a component: `#/components/schemas/Prompt` is `Prompt`. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
