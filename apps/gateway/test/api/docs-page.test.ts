import { describe, expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';

describe('GET /docs', () => {
  const shared = startOnce(() => startTestGateway({ env: { ENABLE_DOCS: 'true' } }));

  it('is served with all its assets and loads nothing from other origins', async () => {
    const gateway = shared();
    const page = await gateway.request('GET', '/docs');
    expect(page.status).toBe(200);
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) expect(source).toMatch(/^\/console\//);
    for (const source of sources) expect((await gateway.request('GET', source)).status).toBe(200);
  });

  it('may not be framed and runs only its own scripts', async () => {
    const gateway = shared();
    const { headers } = await gateway.request('GET', '/docs');
    const policy = headers.get('content-security-policy');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it('loads its code when it is opened only, and has no inline script', async () => {
    const gateway = shared();
    const { text } = await gateway.request('GET', '/docs');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|cdn/);
    expect((await gateway.request('GET', '/docs/swagger-ui-bundle.js')).status).toBe(404);
  });

  it('answers 404 without ENABLE_DOCS=true', async () => {
    const gateway = await startTestGateway();
    expect((await gateway.request('GET', '/docs')).status).toBe(404);
  });
});
