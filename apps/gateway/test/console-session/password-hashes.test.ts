import { expect, it } from 'vitest';
import { sqlite } from '../harness/engines.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { ada } from '../harness/operators.js';
import { placesOf } from '../harness/stored.js';

// Gateways in the process of the tests hash at a lower cost (harness/gateway.ts).
it('stores a password as argon2id with 19 MiB, two passes and one lane', async () => {
  const env = await sqlite.empty();
  const { url, output } = await startGatewayProcess({ ...env, LOG_LEVEL: 'info' });
  const token = /#token=([\w-]{43})/.exec(output())?.[1];
  const reply = await fetch(`${url}/console/session/setup`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...ada, token }),
  });
  expect(reply.status, await reply.text()).toBe(201);
  expect(await placesOf('$argon2id$v=19$m=19456,t=2,p=1$', env)).not.toEqual([]);
});
