import { exampleOf, examplesOf } from '../document/example.js';
import type { Entry } from '../document/entries.js';
import { shapeOf } from '../document/schema.js';
import type { OpenApi, Parameter } from '../document/types.js';

/** What is entered for a request. */
export interface Draft {
  /** The values of parameters by {@link keyOf}. The empty string: left out. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON. The empty string: no body. */
  readonly body: string;
}

/** A request to send, or to show as code. */
export interface ApiRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | null;
}

/** Two parameters may have the same name in different places. */
export const keyOf = ({ name, in: place }: Pick<Parameter, 'name' | 'in'>): string => `${place}:${name}`;

/** The examples of the document. Optional parameters are left out. */
export function draftOf(document: OpenApi, { operation }: Entry): Draft {
  const { parameters = [], requestBody } = operation;
  const values = parameters
    .filter((parameter) => parameter.required === true)
    .map((parameter) => [keyOf(parameter), parameterExample(document, parameter)]);
  const [example] = examplesOf(document, requestBody?.content, 'request');
  return {
    values: Object.fromEntries(values) as Record<string, string>,
    body: example ? JSON.stringify(example.value, null, 2) : '',
  };
}

/** The empty string: the document has none. */
export function parameterExample(document: OpenApi, { schema = {} }: Parameter): string {
  if (!(shapeOf(document, schema).schema.examples ?? schema.enum)) return '';
  const example = exampleOf(document, schema, 'request');
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** Whether a parameter may be given several times. */
export const isRepeated = ({ schema }: Parameter): boolean => schema?.type === 'array';

export function requestOf({ method, path, operation }: Entry, { values, body }: Draft): ApiRequest {
  const { parameters = [] } = operation;
  const given = (place: Parameter['in']) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .flatMap((parameter) => {
        const value = values[keyOf(parameter)]?.trim() ?? '';
        const all = isRepeated(parameter) ? value.split(',').map((one) => one.trim()) : [value];
        return all.filter((one) => one !== '').map((one) => [parameter.name, one] as const);
      });
  const filled = given('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = given('query').map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return {
    method,
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: Object.fromEntries(given('header')),
    body: operation.requestBody && body.trim() !== '' ? body : null,
  };
}

/** The names of required parameters without a value. */
export function missingIn({ operation }: Entry, { values }: Draft): readonly string[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.required === true && (values[keyOf(parameter)] ?? '').trim() === '')
    .map(({ name }) => name);
}

/** What a body is parsed from. Undefined: it is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
