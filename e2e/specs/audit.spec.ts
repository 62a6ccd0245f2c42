import { answerPrompt, updateSettings } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { createOperatorWith } from '../support/operators.js';
import { smallPages } from '../support/small-pages.js';
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
  await main.getByLabel('Period').selectOption('Last 7 days');
  await expect(main.getByLabel('From', { exact: true })).toHaveValue(day(-6));
  await expect(main.getByLabel('To', { exact: true })).toHaveValue(day(0));
  await expect(entry.getByText('Answer: Approve')).toBeVisible();
  await main.getByLabel('From', { exact: true }).fill(day(-2));
  await expect(main.getByLabel('Period')).toHaveValue('other');
  await page.setViewportSize(phone.viewport);
  await page.screenshot({ path: info.outputPath('audit-phone.png'), fullPage: true });
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/audit$/);
});

for (const texts of [
  { title: 'Audit log', language: 'en', order: 'Order', newest: 'Newest first', oldest: 'Oldest first' },
  { title: 'Audit-Log', language: 'de', order: 'Reihenfolge', newest: 'Neueste zuerst', oldest: 'Älteste zuerst' },
]) {
  test(`the ${texts.title} is listed oldest first, also after a reload, on further pages and with live entries`, async ({
    page,
    fixture,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), texts.language);
    // Other tests made other entries.
    const { id: actor, call } = await createOperatorWith(fixture.gateway.url, fixture.operators.owner, 'operator');
    const prompts: string[] = [];
    const answer = async () => {
      const id = await fixture.ask(`Entry ${prompts.length + 1}?`);
      await call(answerPrompt, { params: { id }, body: { type: 'option', value: 'Approve' } });
      prompts.push(id);
    };
    for (let count = 0; count < 5; count += 1) await answer();

    const pages = await smallPages(page, 'audit');
    await open(page, `audit?action=prompt.answered&actor=${actor}`, texts.title);
    const main = page.getByRole('main');
    const order = main.getByLabel(texts.order);
    const ids = async () => {
      const shown = await main.getByRole('listitem').allTextContents();
      return shown.flatMap((text) => /#\d+/.exec(text) ?? []);
    };
    await expect(order).toHaveValue('newest');
    await expect.poll(ids).toEqual(prompts.toReversed());
    await order.selectOption(texts.oldest);
    await expect(page).toHaveURL(/order=oldest/);
    await expect.poll(ids).toEqual(prompts);
    await expectAccessible(page);

    await page.reload();
    await expect(order).toHaveValue('oldest');
    await expect.poll(ids).toEqual(prompts);
    expect(pages.filter((query) => query.get('order') === 'oldest' && query.has('cursor')).length).toBeGreaterThan(1);
    await answer();
    await expect.poll(ids).toEqual(prompts);
    await page.setViewportSize(phone.viewport);
    await order.selectOption(texts.newest);
    await expect(page).not.toHaveURL(/order/);
    await expect.poll(ids).toEqual(prompts.toReversed());
  });
}
