import { expect, it } from 'vitest';
import { routes, type Route } from '@gateway/contract';
import { startTestGateway } from '../harness/gateway.js';

it('an unknown query parameter is a 400 that every route declares where a key is needed', async () => {
  const gateway = await startTestGateway();
  for (const { method, path } of (routes as readonly Route[]).filter(
    ({ scopes, operatorOnly }) => scopes !== null && !operatorOnly,
  )) {
    const refused = await gateway.request(method, `${path.replace(/\{\w+\}/g, '1')}?colour=red`);
    expect([path, refused.status]).toEqual([path, 400]);
    expect(refused.json.detail).toContain('colour');
  }
});
