import { createChannel, listMessages } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

const longWord = 'a'.repeat(500);
const arabic = 'مرحبا، هل يمكنني استرداد المبلغ؟';
const texts = [longWord, '👩‍👩‍👧‍👦'.repeat(60), arabic, 'ten thousand '.repeat(770)];

/** Elements of the page content that reach beyond the right edge of the window, or beyond a list that cuts them off. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const log = document.querySelector('[role=log]');
    const right = log ? log.getBoundingClientRect().right : innerWidth;
    return [
      ...(log ?? document).querySelectorAll('main p, main li > div, main h2, main label, main td, [role=log] li > *'),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > right + 1)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`);
  });

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1440, height: 900 } }, phone })) {
  test.describe(name, () => {
    test.use(window);

    test('long words, emoji and right-to-left texts stay inside their page', async ({ page, fixture }) => {
      const id = `foreign-${name}`;
      const chat = fixture.platform.addUser({ firstName: 'Zoë'.repeat(20), username: `zoe_${name}` });
      await fixture.agent(createChannel, {
        body: {
          channel_id: id,
          platform: 'telegram',
          credentials: { bot_token: fixture.platform.token },
          target_chat_id: String(chat.id),
          channel_type: 'MESSAGE',
          callback_url: fixture.receiver.url,
        },
      });
      for (const text of texts) fixture.platform.writeText({ chat, text });
      const received = () => fixture.agent(listMessages, { query: { channel_id: id } });
      await expect.poll(async () => (await received()).length, { timeout: limitMs(20_000) }).toBe(texts.length);

      await open(page, `conversations/${id}`, /.*/);
      const log = page.getByRole('log');
      await expect(log.getByText(longWord)).toBeVisible();
      expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      expect(await overhang(page)).toEqual([]);
      const direction = await log.getByText(arabic).evaluate((bubble) => getComputedStyle(bubble).direction);
      expect(direction, 'direction of an Arabic message').toBe('rtl');

      const asked = await fixture.ask(`${longWord} ${arabic}`, { options: ['b'.repeat(64), arabic.slice(0, 20)] });
      for (const path of [`prompts/${asked.slice(1)}`, 'prompts', '']) {
        await open(page, path, /.*/);
        await expect(page.getByText(longWord.slice(0, 40)).filter({ visible: true }).first()).toBeVisible();
        expect(await overhang(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });
  });
}

test.describe('at 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('all columns of the deliveries are inside their card', async ({ page }) => {
    await open(page, 'deliveries');
    const table = page.getByRole('table', { name: /Deliveries/ });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    const over = await table.evaluate(({ parentElement: card }) => (card ? card.scrollWidth - card.clientWidth : null));
    expect(over).toBeLessThanOrEqual(0);
  });

  test('the ids of the channels are whole, and nothing of the list is outside of its card', async ({ page }) => {
    await open(page, 'channels');
    const list = page.getByRole('list', { name: 'Channels' });
    const id = list.getByText('approvals', { exact: true });
    await expect(id).toBeVisible();
    for (const part of [id, list])
      expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 768 });
    await expect(page.getByRole('table', { name: 'Channels' })).toBeVisible();
  });
});

test.describe('in a German browser in Tokyo', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' });

  test('dates and numbers are in the language and the time zone that are chosen in Account', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await open(page, 'account');
    const zone = page.getByLabel('Show dates in');
    await expect(page.getByText('Browser’s time zone (Asia/Tokyo)')).toBeAttached();
    await zone.selectOption('UTC');
    const utc = new Date().toISOString().slice(11, 13);
    await expect(page.getByText(new RegExp(`^Now: .* ${utc}:`))).toBeVisible();
    await open(page, 'audit');
    const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date());
    await expect(page.getByRole('heading', { name: new RegExp(weekday) })).toBeVisible();
  });
});

test('a reload of the wizard keeps everything but secrets', async ({ page }) => {
  await open(page, 'channels/+new?platform=telegram&step=guide');
  await page.getByLabel('Channel id').fill('kept-by-reload');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Bot token' }).fill('123456:a-secret');
  await page.getByRole('textbox', { name: 'Chat' }).fill('4711');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Chat' })).toHaveValue('4711');
  await expect(page.getByRole('textbox', { name: 'Bot token' })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('a-secret');
});
