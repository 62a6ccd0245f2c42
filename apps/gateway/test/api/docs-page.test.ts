import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

describe('the page of the interface', () => {
  it('is served with all that it needs, and nothing from elsewhere', async () => {
    const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
    const page = await gateway.request('GET', '/docs');
    expect(page.status).toBe(200);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(sources).toContain('/docs/start.js');
    for (const source of sources) expect((await gateway.request('GET', source)).status).toBe(200);
  });

  it('may be shown inside the console, in no other site, and runs only its own scripts', async () => {
    const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
    const policy = (await gateway.request('GET', '/docs')).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it.each(['theme.js', 'start.js'])('runs %s, which a browser can read', async (name) => {
    const gateway = await startTestGateway({ env: { ENABLE_DOCS: 'true' } });
    const script = (await gateway.request('GET', `/docs/${name}`)).text;
    // Parsed, never run.
    expect(() => new Script(script)).not.toThrow();
  });

  it('is not there unless it is asked for', async () => {
    const gateway = await startTestGateway();
    expect((await gateway.request('GET', '/docs')).status).toBe(404);
  });
});
