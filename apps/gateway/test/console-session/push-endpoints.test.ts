import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { openBrowser, setUpConsole } from '../harness/operators.js';
import { startPushService } from '../harness/push-service.js';

const base = '/console/session/notifications';

describe('a push endpoint', () => {
  it('with a private address or without https is refused while authentication is on, also with OUTBOUND_ALLOWED_HOSTS', async () => {
    const service = await startPushService();
    const gateway = await startTestGateway({
      env: {
        USE_AUTH: 'true',
        GATEWAY_API_KEY: 'a-long-bootstrap-key',
        OUTBOUND_ALLOWED_HOSTS: '127.0.0.0/8,localhost,10.0.0.0/8',
      },
    });
    const console = await setUpConsole(gateway);
    const subscribeAt = (endpoint: string) =>
      console.request('POST', `${base}/devices`, { ...service.subscribe(), endpoint });
    for (const [endpoint, reason] of [
      [service.subscribe().endpoint, 'https://'],
      ['http://push.example.com/x', 'https://'],
      ['https://127.0.0.1/x', 'private address'],
      ['https://localhost/x', 'private address'],
      ['https://10.1.2.3/x', 'private address'],
      ['https://[::ffff:10.1.2.3]/x', 'private address'],
      ['https://169.254.169.254/x', 'link-local'],
    ] as const)
      expect(await subscribeAt(endpoint), endpoint).toMatchObject({
        status: 400,
        json: { detail: expect.stringContaining(reason), issues: [{ path: ['endpoint'] }] },
      });
    // The name of this machine resolves to a private address only when the request is sent.
    const named = await subscribeAt(`https://${hostname()}:1/x`);
    expect(named.status).toBe(201);
    expect(await console.request('POST', `${base}/devices/${named.json.id}/test`)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('private address') },
    });
    const other = { ...service.subscribe(), endpoint: 'https://push.example.com/x' };
    const keys = { ...other.keys, p256dh: 'A'.repeat(87) };
    expect((await console.request('POST', `${base}/devices`, { ...other, keys })).status).toBe(400);
    expect((await openBrowser(gateway).request('GET', base)).status).toBe(401);
  });
});
