import { getPrompt } from '@gateway/contract';
import { signInAgain } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';
import { startFixture } from '../support/fixture.js';
import { limitMs } from '../support/limits.js';

test('an answer in the chat updates the open list and detail without a reload', async ({ page, fixture }) => {
  const id = await fixture.ask('Deploy version 2.4.0?');
  await open(page, `prompts/${id.slice(1)}?state=all`);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeVisible();

  const pressed = Date.now();
  await fixture.press('Approve');
  await expect(page.getByRole('status').getByText(/answered in the chat/)).toBeVisible();
  test.info().annotations.push({ type: 'shown after', description: `${Date.now() - pressed} ms` });

  await expect(page.getByRole('link', { name: /Deploy version 2.4.0\?/ }).first()).toContainText(/answered/i);
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('a new prompt appears in the open list', async ({ page, fixture }) => {
  await open(page, 'prompts');
  await fixture.ask('Has it appeared by itself?');
  await expect(page.getByRole('link', { name: /Has it appeared by itself\?/ })).toBeVisible();
});

test('two tabs share one event stream, and the second takes over when the first is closed', async ({
  page,
  context,
  fixture,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/events') streams.push(request.url());
  });
  await open(page, 'prompts');
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  const second = await context.newPage();
  await open(second, 'prompts');
  await expect(second.getByText('Live', { exact: true }).first()).toBeVisible();
  expect(streams).toHaveLength(1);

  await fixture.ask('Do both tabs show this?');
  await expect(page.getByRole('link', { name: /Do both tabs show this\?/ })).toBeVisible();
  await expect(second.getByRole('link', { name: /Do both tabs show this\?/ })).toBeVisible();

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await fixture.ask('And the one that is left?');
  await expect(second.getByRole('link', { name: /And the one that is left\?/ })).toBeVisible();
});

test.describe('while the gateway is down', () => {
  test.use({ as: null, expectedErrors: /net::ERR_|Failed to load resource/ });

  test('the console shows a notice and keeps its data, and recovers when the gateway is back', async ({ page }) => {
    const fixture = await startFixture();
    try {
      const { cookie } = await signInAgain(fixture.gateway.url, fixture.operators.owner);
      await page.context().addCookies([cookie]);
      const id = await fixture.ask('Still there?');
      await page.goto(`${fixture.gateway.url}/console/prompts/${id.slice(1)}?state=all`);
      await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
      // Both the list and the prompt must be loaded before the gateway stops.
      await expect(page.getByRole('link', { name: /Still there\?/ })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Approve' })).toBeVisible();

      await fixture.gateway.stop('SIGKILL');
      await expect(page.getByText('The gateway is not responding.')).toBeVisible();
      await expect(page.getByText('Still there?').first(), 'loaded data stays visible').toBeVisible();

      // The gateway is down, so the platform queues the press.
      await fixture.press('Approve', { wait: false });
      await fixture.gateway.start();
      await expect(page.getByText('The gateway is not responding.')).toBeHidden({ timeout: limitMs(20_000) });
      await expect(page.getByRole('status').getByText(/answered in the chat/)).toBeVisible({
        timeout: limitMs(20_000),
      });
      expect((await fixture.agent(getPrompt, { params: { id } })).answer).toBe('Approve');
    } finally {
      await fixture.close();
    }
  });
});

test('the number of pending prompts is in the title, on the icon and in the navigation', async ({ page, fixture }) => {
  await open(page, 'channels');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Prompts/ });
  const count = async () => Number(/(\d+) pending/.exec((await link.textContent()) ?? '')?.[1] ?? 0);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  const before = await count();
  await fixture.ask('Is this counted?');
  await expect.poll(count).toBeGreaterThan(before);
  await expect(page).toHaveTitle(/^\(\d+\) Channels · Gateway$/);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/console/icon-pending.svg');
});
