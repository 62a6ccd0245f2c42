import { describe, expect, it } from 'vitest';
import { routes } from '@gateway/contract';
import { documentOfRoutes } from '../src/features/api/from-routes.js';
import { entriesOf, matches, type OpenApiDocument } from '../src/reference/document.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const document: OpenApiDocument = {
  paths: {
    '/v1/ask': {
      post: {
        operationId: 'ask',
        summary: 'Ask',
        tags: ['Prompts'],
        requestBody: { content: { 'application/json': { schema: ref('Ask') } } },
        responses: { 404: { description: 'Nothing is there.' } },
      },
    },
    '/v1/people/{id}': { get: { operationId: 'getPerson', summary: 'Get one person', tags: ['People'] } },
  },
  webhooks: { answered: { post: { operationId: 'answered', summary: 'Answered', tags: ['Callbacks'] } } },
  components: {
    schemas: { Ask: { properties: { ttl_sec: { type: 'integer' }, parent: ref('Ask') } }, Other: { never: 'found' } },
  },
};

describe('the entries of the API reference', () => {
  it('are the operations and the callbacks, with the group of Swagger UI', () => {
    expect([...entriesOf(document).values()].map(({ id, summary, group }) => [id, summary, group])).toEqual([
      ['ask', 'Ask', 'Prompts'],
      ['getPerson', 'Get one person', 'People'],
      ['answered', 'Answered', 'webhooks'],
    ]);
  });

  it('are searched by all words, in names, paths and fields, also of schemas that contain themselves', () => {
    const entries = [...entriesOf(document).values()];
    const found = (text: string) => entries.filter((entry) => matches(entry, text)).map(({ id }) => id);
    expect(found('PERSON get')).toEqual(['getPerson']);
    expect(found('/v1/people')).toEqual(['getPerson']);
    expect(found('ttl_sec')).toEqual(['ask']);
    expect(found('  ')).toHaveLength(3);
    expect(found('nothing')).toEqual([]);
    expect(found('never')).toEqual([]);
  });

  it('have every route also without a document', () => {
    const known = documentOfRoutes();
    expect([...entriesOf(known).keys()].toSorted()).toEqual(routes.map(({ id }) => id).toSorted());
    expect(known.paths?.['/v1/prompts/{id}']?.['get']).toMatchObject({
      operationId: 'getPrompt',
      description: expect.stringContaining('Required scope: `prompts:read` or `admin`.') as string,
      security: [{ apiKey: [] }],
      parameters: [{ name: 'id', in: 'path', required: true }],
    });
  });
});
