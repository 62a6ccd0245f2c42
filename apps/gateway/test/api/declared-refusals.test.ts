import { expect, it } from 'vitest';
import { routes, type Route } from '@gateway/contract';
import { startTestGateway } from '../harness/gateway.js';

it('every route with a scope answers 400 for an unknown query parameter', async () => {
  const gateway = await startTestGateway();
  for (const { method, path } of (routes as readonly Route[]).filter(
    ({ scopes, operatorOnly }) => scopes !== null && !operatorOnly,
  )) {
    const refused = await gateway.request(method, `${path.replace(/\{\w+\}/g, '1')}?colour=red`);
    expect([path, refused.status]).toEqual([path, 400]);
    expect(refused.json.detail).toContain('colour');
  }
});
