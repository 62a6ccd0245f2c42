import { answerPrompt, updateSettings } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('the audit log shows values before and after and answers, and is limited to a range of days', async ({
  page,
  fixture,
}, info) => {
  const { owner } = fixture.operators;
  const id = await fixture.ask('Is this answer in the audit log?');
  await owner.call(answerPrompt, { params: { id }, body: { type: 'option', value: 'Approve' } });
  await owner.call(updateSettings, { body: { prompts_retention_days: 45 } });
  await open(page, 'audit');
  const main = page.getByRole('main');
  await expect(main.getByText('Days to keep prompts: 30 → 45')).toBeVisible();
  const entry = main.locator('li').filter({ hasText: `answered prompt ${id}` });
  await expect(entry.getByText('Answer: Approve')).toBeVisible();
  await page.screenshot({ path: info.outputPath('audit.png'), fullPage: true });
  await expectAccessible(page);

  await main.getByLabel('To', { exact: true }).fill(day(-2));
  await expect(main.getByText('No matching entries')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`to=${day(-2)}`));
  await main.getByLabel('To', { exact: true }).fill(day(2));
  await main.getByLabel('From', { exact: true }).fill(day(-2));
  await expect(entry.getByText('Answer: Approve')).toBeVisible();
  await page.setViewportSize(phone.viewport);
  await page.screenshot({ path: info.outputPath('audit-phone.png'), fullPage: true });
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/audit$/);
});
