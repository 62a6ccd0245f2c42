import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import type { ServedDocument } from './served.js';

const operationsIn = ({ paths = {} }: ServedDocument): string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));

describe('a part of the OpenAPI document', () => {
  const gateway = startOnce(() => startTestGateway({ env: { ENABLE_DOCS: 'true' } }));
  const get = async (query = '') => await gateway().request('GET', `/openapi.json${query}`);

  it('for agents has what a key that asks and sends may call, the callbacks, and no schema that is missing or unused', async () => {
    const [whole, part] = [await get(), await get('?tags=agents')];
    const document = part.json as ServedDocument;
    const operations = operationsIn(document);
    expect(operations).toContain('post /v1/prompts/new');
    expect(operations).toContain('post /v1/messages/send');
    expect(operations).toContain('get /v1/channels');
    expect(operations.filter((each) => /keys|settings|people|policies|audit|\/take$|\/answer$/.test(each))).toEqual([]);
    expect(Object.keys(document.webhooks ?? {})).toContain('promptAnswered');
    expect(part.text.length).toBeLessThan(whole.text.length / 2);
    const schemas = new Set(Object.keys(document.components?.schemas ?? {}));
    const used = new Set([...part.text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name));
    expect(schemas).toEqual(used);
  });

  it('for each tag has the operations of this tag, and all tags together have the whole document', async () => {
    const { tags = [], ...whole } = (await get()).json as ServedDocument;
    const found: string[] = [];
    for (const { name } of tags) {
      const part = (await get(`?tags=${name.toLowerCase()}`)).json as ServedDocument;
      expect(part.tags?.map((tag) => tag.name)).toEqual([name]);
      found.push(...operationsIn(part));
    }
    expect(found.toSorted()).toEqual(operationsIn(whole).toSorted());
  });

  it('with an unknown name, or with two, is refused with the names', async () => {
    for (const query of ['?tags=unknown', '?tags=agents&tags=keys', '?tags=']) {
      const { status, json } = await get(query);
      expect([status, json.detail]).toEqual([400, expect.stringContaining('tags must be one of: agents, prompts, ')]);
    }
  });
});
