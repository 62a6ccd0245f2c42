import { startBareGateway } from '../support/fixture.js';
import { expect, test } from '../support/test.js';

test.use({ as: null });

test('pages have a strict content security policy and are not cached', async ({ request }) => {
  for (const path of ['', 'index.html', 'channels/an.id.with.dots', 'login?returnTo=/keys']) {
    const reply = await request.get(path);
    expect(reply.status(), path).toBe(200);
    expect(reply.headers(), path).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), '),
    });
    expect(reply.headers()['content-security-policy'], path).toContain("default-src 'none'; script-src 'self';");
  }
});

test('scripts are compressed and cached, and a missing script is a 404', async ({ request }) => {
  const scripts = (await (await request.get('')).text()).matchAll(/assets\/[\w-]+\.js/g);
  const texts = await Promise.all(
    [...scripts].map(async ([path]) => ({ path, text: await (await request.get(path)).text() })),
  );
  const script = texts.find(({ text }) => text.includes('createRoot'))?.path ?? '';
  for (const encoding of ['br', 'gzip']) {
    const reply = await request.get(script, { headers: { 'accept-encoding': encoding } });
    expect(reply.headers()).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(await reply.text()).toContain('createRoot');
  }
  expect((await request.get('assets/index-00000000.js')).status()).toBe(404);
});

test('the root redirects to the console, and unknown API paths are a 404 instead of a page', async ({
  request,
  fixture,
}) => {
  const root = await request.get(fixture.gateway.url, { maxRedirects: 0 });
  expect([root.status(), root.headers()['location']]).toEqual([302, '/console/']);
  expect((await request.get('session/nothing')).status()).toBe(404);
  expect((await request.post('keys')).status()).toBe(404);
  const outside = await request.get('..%2f..%2fpackage.json');
  expect(await outside.text()).not.toContain('"dependencies"');
});

test('a link preview has the mark, at the public address of the gateway if it is known', async ({ request }) => {
  expect(await (await request.get('')).text()).toContain('content="/console/social.png"');
  const picture = await request.get('social.png');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const { gateway, close } = await startBareGateway({ PUBLIC_WEBHOOK_URL: 'https://gateway.example.com' });
  try {
    const page = await request.get(`${gateway.url}/console/prompts/12`);
    expect(page.headers()).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await page.text()).toContain('content="https://gateway.example.com/console/social.png"');
  } finally {
    await close();
  }
});

test('the sign-in page uses the session that was requested early', async ({ page }) => {
  const sessions: string[] = [];
  page.on('request', (request) => request.url().endsWith('/console/session') && sessions.push(request.url()));
  await page.goto('login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(sessions).toHaveLength(1);
});

test('the session is requested once when the script that requests it early comes late', async ({ page }) => {
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/console/session')) reads.push(request.url());
  });
  await page.route('**/early-session.js', async (route) => {
    await page.getByLabel('Password').waitFor();
    await route.continue();
  });
  const script = page.waitForResponse('**/early-session.js');
  await page.goto('login', { waitUntil: 'commit' });
  await (await script).finished();
  await page.waitForLoadState('load');
  expect(reads).toHaveLength(1);
});

test('an unknown address requests no session, which its page would not read', async ({ page }) => {
  const sessions: string[] = [];
  page.on('request', (request) => request.url().endsWith('/console/session') && sessions.push(request.url()));
  await page.goto('no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(sessions).toEqual([]);
});

test.describe('signed in', () => {
  test.use({ as: 'owner' });

  test('the session is requested before the console has started', async ({ page }) => {
    let start = () => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    await page.route('**/assets/index-*.js', async (route) => {
      await started;
      await route.continue();
    });
    const early = page.waitForRequest('**/console/session');
    await page.goto('prompts', { waitUntil: 'commit' });
    await early;
    start();
    await expect(page.getByRole('link', { name: /Which supplier/ }).first()).toBeVisible();
  });

  test('the icons of the platforms are requested after the data of the page', async ({ page }) => {
    const order: string[] = [];
    page.on('request', (request) => request.url().endsWith('/v1/platforms') && order.push('icons'));
    const row = page.getByRole('link', { name: /Which supplier/ });
    await page.route('**/v1/prompts/counts', async (route) => {
      await expect(row).toBeVisible();
      order.push('counts');
      await route.continue();
    });
    await page.goto('prompts');
    await expect(row.locator('img')).toBeVisible();
    expect(order[0]).toBe('counts');
    expect(order).toContain('icons');
  });

  test('a pointer over a link to prompts requests no prompts', async ({ page }) => {
    await page.goto('');
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes('state=pending') && lists.push(request.url()));
    const files = page.waitForResponse('**/assets/prompts-page-*.js');
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /Prompts/ })
      .hover();
    // The route continues when the file is evaluated. A request that it made would be before this one.
    const file = (await files).url();
    await page.evaluate(async (url) => {
      await import(url);
      await fetch('/healthz');
    }, file);
    expect(lists).toEqual([]);
  });

  test('a prompt that is opened does not load the list again', async ({ page }) => {
    await page.goto('prompts');
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const lists: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/prompts?') && lists.push(request.url()));
    await page.getByRole('link', { name: /Which supplier/ }).click();
    await expect(page.getByRole('radio', { name: 'Northwind' })).toBeVisible();
    expect(lists).toEqual([]);
  });
});
