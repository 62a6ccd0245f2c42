import { describe, expect, it } from 'vitest';
import { routes } from '@gateway/contract';
import { entriesOf, groupsOf, search } from '../src/features/api/document/entries.js';
import { exampleOf, examplesOf } from '../src/features/api/document/example.js';
import { documentOfRoutes } from '../src/features/api/document/from-routes.js';
import { shapeOf } from '../src/features/api/document/schema.js';
import type { OpenApi, Schema } from '../src/features/api/document/types.js';
import { limitsOf } from '../src/features/api/operation/limits.js';

const schemas: Readonly<Record<string, Schema>> = {
  Platform: { type: 'string', enum: ['telegram', 'slack'] },
  Person: {
    type: 'object',
    properties: { id: { type: 'string', examples: ['ada'] }, manager: { $ref: '#/components/schemas/Person' } },
    required: ['id'],
  },
  Group: { type: 'object', properties: { people: { type: 'array', items: { $ref: '#/components/schemas/Person' } } } },
  Loop: { $ref: '#/components/schemas/Loop' },
  Nested: { type: 'array', items: { $ref: '#/components/schemas/Nested' } },
  Ask: { type: 'object', properties: { ttl_sec: { type: 'integer' } } },
};
const document: OpenApi = {
  tags: [{ name: 'Empty' }, { name: 'People' }, { name: 'Callbacks' }],
  paths: {
    '/v1/ask': {
      post: {
        operationId: 'ask',
        summary: 'Ask',
        tags: ['Prompts'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ask' } } } },
      },
    },
    '/v1/people/{id}': { get: { operationId: 'getPerson', summary: 'Get one person', tags: ['People'] } },
  },
  webhooks: { answered: { post: { operationId: 'answered', summary: 'Answered', tags: ['Callbacks'] } } },
  components: { schemas },
};
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const typeOf = (schema: Schema) => shapeOf(document, schema).type;

describe('the type of a schema', () => {
  it.each<[string, Schema, string]>([
    ['a text with a format', { type: 'string', format: 'uri' }, 'string <uri>'],
    ['a value or null', { type: ['string', 'null'] }, 'string | null'],
    ['an enum or null', { type: ['string', 'null'], enum: ['a', 'b', null] }, 'string | null'],
    ['a single value', { type: 'string', enum: ['option'] }, '"option"'],
    ['a constant', { const: 3 }, '3'],
    ['a component', ref('Person'), 'Person'],
    ['a component without fields', ref('Platform'), 'string'],
    ['a component or null, by allOf', { allOf: [ref('Person'), { type: ['object', 'null'] }] }, 'Person | null'],
    ['a component or null, by anyOf', { anyOf: [ref('Person'), { type: 'null' }] }, 'Person | null'],
    ['an array', { type: 'array', items: ref('Person') }, 'Person[]'],
    [
      'an array of values that may be null',
      { type: 'array', items: { type: ['string', 'null'] } },
      '(string | null)[]',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, '{ [name]: integer }'],
    ['any object', { type: 'object', additionalProperties: {} }, 'object'],
    ['several types', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string | integer'],
    ['anything', {}, 'any'],
  ])('%s', (_name, schema, type) => expect(typeOf(schema)).toBe(type));

  it('ends for schemas that contain themselves', () => {
    expect(typeOf(ref('Loop'))).toBe('any');
    expect(typeOf(ref('Nested'))).toContain('…');
    expect(shapeOf(document, ref('Nested')).fields).toEqual([]);
  });
});

describe('what is inside a schema', () => {
  it('has the fields of an object, of objects in an array, and of a component', () => {
    const names = (schema: Schema) =>
      shapeOf(document, schema).fields.map(({ name, isRequired }) => [name, isRequired]);
    const fields = [
      ['id', true],
      ['manager', false],
    ];
    expect(names(ref('Person'))).toEqual(fields);
    expect(names({ type: 'array', items: ref('Person') })).toEqual(fields);
    expect(names({ type: 'object', additionalProperties: ref('Person') })).toEqual(fields);
  });

  it('merges allOf, and has the forms of its parts', () => {
    const event = {
      allOf: [
        { type: 'object', properties: { type: { enum: ['created'] } }, required: ['type'] },
        { anyOf: [ref('Person'), ref('Group')] },
      ],
    };
    const { fields, variants } = shapeOf(document, event);
    expect(fields.map(({ name }) => name)).toEqual(['type']);
    expect(variants.map(({ name }) => name)).toEqual(['Person', 'Group']);
  });

  it('names forms by their component, their type or their required fields', () => {
    const schema: Schema = {
      oneOf: [
        ref('Person'),
        { type: 'object', properties: { type: { enum: ['option', 'text'] } } },
        { type: 'object', properties: { user_id: { type: 'string' }, note: {} }, required: ['user_id'] },
        { type: 'string' },
      ],
    };
    const names = shapeOf(document, schema).variants.map(({ name }) => name);
    expect(names).toEqual(['Person', 'type: "option" | "text"', '{ user_id }', 'string']);
  });

  it('lists no forms that the type already says', () => {
    expect(shapeOf(document, { anyOf: [{ type: 'string' }, { type: 'integer' }] }).variants).toEqual([]);
  });

  it('keeps the description next to a reference, and the values without null', () => {
    const { schema, values } = shapeOf(document, { ...ref('Platform'), description: 'Where it is.' });
    expect(schema.description).toBe('Where it is.');
    expect(values).toEqual(['telegram', 'slack']);
    expect(shapeOf(document, { type: ['string', 'null'], enum: ['low', null] }).values).toEqual(['low']);
  });
});

it('writes the limits of a value', () => {
  expect(limitsOf({ minLength: 1, maxLength: 4096 })).toEqual(['Length: 1 to 4,096']);
  expect(limitsOf({ minLength: 0, maxLength: 255 })).toEqual(['Length: at most 255']);
  expect(limitsOf({ minItems: 1 })).toEqual(['Items: at least 1']);
  expect(limitsOf({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual(['Range: at least 0']);
  expect(limitsOf({})).toEqual([]);
});

describe('examples', () => {
  it('of the document come first', () => {
    const content = { 'application/json': { schema: ref('Person'), examples: { a: { summary: 'One', value: 1 } } } };
    expect(examplesOf(document, content, 'request')).toEqual([{ name: 'One', value: 1 }]);
    expect(examplesOf(document, { 'text/csv': { schema: { type: 'string' } } }, 'reply')).toEqual([]);
  });

  it('of a request have the required fields, those of a reply all of them', () => {
    expect(exampleOf(document, ref('Person'), 'request')).toEqual({ id: 'ada' });
    expect(exampleOf(document, ref('Group'), 'reply')).toMatchObject({
      people: [{ id: 'ada', manager: { id: 'ada' } }],
    });
    expect(exampleOf(document, { type: 'string', format: 'date-time' }, 'reply')).toBe('2026-03-01T12:00:00.000Z');
    expect(exampleOf(document, { type: 'integer', minimum: 1 }, 'reply')).toBe(1);
  });

  it('end for schemas that contain themselves', () => {
    expect(JSON.stringify(exampleOf(document, ref('Nested'), 'reply')).length).toBeLessThan(100);
    expect(exampleOf(document, ref('Loop'), 'reply')).toEqual({});
  });
});

describe('the list of operations', () => {
  const entries = entriesOf(document);

  it('has operations and callbacks by tag, in the order of the tags', () => {
    expect(groupsOf(document, entries).map(({ tag, entries: of }) => [tag, of.map(({ id }) => id)])).toEqual([
      ['People', ['getPerson']],
      ['Callbacks', ['answered']],
      ['Prompts', ['ask']],
    ]);
    expect(entries.find(({ id }) => id === 'answered')).toMatchObject({ isCallback: true, path: 'callback_url' });
  });

  it('is searched by all words, in names, paths and fields', () => {
    const found = (text: string) => search(document, entries, text).map(({ id }) => id);
    expect(found('PERSON get')).toEqual(['getPerson']);
    expect(found('/v1/people')).toEqual(['getPerson']);
    expect(found('ttl_sec')).toEqual(['ask']);
    expect(found('  ')).toHaveLength(3);
    expect(found('nothing')).toEqual([]);
  });

  it('has every route also without a document', () => {
    const known = entriesOf(documentOfRoutes());
    expect(known.map(({ id }) => id).toSorted()).toEqual(routes.map(({ id }) => id).toSorted());
    const { operation } = known.find(({ id }) => id === 'getPrompt') ?? {};
    expect(operation?.description).toContain('Required scope: `prompts:read` or `admin`.');
    expect(operation?.security).toEqual([{ apiKey: [] }]);
    expect(operation?.parameters).toEqual([{ name: 'id', in: 'path', required: true }]);
  });
});
