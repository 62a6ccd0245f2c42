import { getPrompt } from '@gateway/contract';
import { signInAgain } from '../support/people.js';
import { expect, open, test } from '../support/test.js';
import { startWorld } from '../support/world.js';

test('an answer given in the chat shows in the open list and detail at once, without a reload', async ({
  page,
  world,
}) => {
  const id = await world.ask('Deploy version 2.4.0?');
  await open(page, `prompts/${id.slice(1)}?state=all`);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeVisible();

  const pressed = Date.now();
  await world.press('Approve');
  await expect(page.getByRole('status').getByText(/answered in the chat/)).toBeVisible();
  test.info().annotations.push({ type: 'shown after', description: `${Date.now() - pressed} ms` });

  await expect(page.getByRole('link', { name: /Deploy version 2.4.0\?/ }).first()).toContainText(/answered/i);
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});

test('a new question appears in an open list', async ({ page, world }) => {
  await open(page, 'prompts');
  await world.ask('Has it appeared by itself?');
  await expect(page.getByRole('link', { name: /Has it appeared by itself\?/ })).toBeVisible();
});

test('two tabs of a browser share one stream, and the second takes over when the first is closed', async ({
  page,
  context,
  world,
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

  await world.ask('Do both tabs show this?');
  await expect(page.getByRole('link', { name: /Do both tabs show this\?/ })).toBeVisible();
  await expect(second.getByRole('link', { name: /Do both tabs show this\?/ })).toBeVisible();

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  await world.ask('And the one that is left?');
  await expect(second.getByRole('link', { name: /And the one that is left\?/ })).toBeVisible();
});

test.describe('while the gateway is away', () => {
  test.use({ as: null, expectedErrors: /net::ERR_|Failed to load resource/ });

  test('the console says so, and is right again by itself when the gateway is back', async ({ page }) => {
    const world = await startWorld();
    try {
      const { cookie } = await signInAgain(world.gateway.url, world.people.owner);
      await page.context().addCookies([cookie]);
      const id = await world.ask('Still there?');
      await page.goto(`${world.gateway.url}/console/prompts/${id.slice(1)}?state=all`);
      await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
      // The list and the prompt itself: what has not come yet cannot stay.
      await expect(page.getByRole('link', { name: /Still there\?/ })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Approve' })).toBeVisible();

      await world.gateway.stop('SIGKILL');
      await expect(page.getByText('The gateway does not answer.')).toBeVisible();
      await expect(page.getByText('Still there?').first(), 'what was known stays in sight').toBeVisible();

      // Nobody is there to take it yet: the platform keeps it.
      await world.press('Approve', { wait: false });
      await world.gateway.start();
      await expect(page.getByText('The gateway does not answer.')).toBeHidden({ timeout: 20_000 });
      await expect(page.getByRole('status').getByText(/answered in the chat/)).toBeVisible({ timeout: 20_000 });
      expect((await world.agent(getPrompt, { params: { id } })).answer).toBe('Approve');
    } finally {
      await world.close();
    }
  });
});
