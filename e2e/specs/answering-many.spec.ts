import type { Page } from '@playwright/test';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

test.use({ plainPrompts: false, contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: text });

cancelNewPrompts();

test('the list shows the row of the prompt that opens after an answer, or by j', async ({ page, fixture }) => {
  for (let index = 1; index <= 30; index += 1) await fixture.ask(`Ship order ${index}?`, { ttl_sec: 1000 + index });
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, 'prompts');
  await expect(heading(page)).toHaveText('Ship order 1?');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 5000);
  await expect(rowOf(page, 'Ship order 30?')).toBeInViewport();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Ship order 2?');
  await expect(rowOf(page, 'Ship order 2?')).toBeInViewport();
  for (let index = 3; index <= 12; index += 1) {
    await page.keyboard.press('j');
    await expect(heading(page)).toHaveText(`Ship order ${index}?`);
  }
  await expect(rowOf(page, 'Ship order 12?')).toBeInViewport();
});

test('the next prompt opens at its question after the end of a long one was read', async ({ page, fixture }) => {
  const long = 'One more line of the reason.\n\n'.repeat(60);
  await fixture.ask(`**Read me first?**\n\n${long}`, { ttl_sec: 100 });
  await fixture.ask(`**Read me next?**\n\n${long}`, { ttl_sec: 200 });
  await open(page, 'prompts');
  const question = (text: string) => page.getByRole('heading', { level: 2 }).locator('strong', { hasText: text });
  await expect(question('Read me first?')).toBeInViewport();
  await page.mouse.move(1000, 500);
  await page.mouse.wheel(0, 5000);
  await expect(question('Read me first?')).not.toBeInViewport();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(question('Read me next?')).toBeVisible();
  // The router restores positions after the page is shown.
  await expect(page.getByText(/is sent in \d s$/)).toBeVisible();
  await expect(question('Read me next?')).toBeInViewport();
});
