import { getSettings, updateSettings } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('an owner lets the audit log be deleted after a number of days, and confirms what is deleted now', async ({
  page,
  fixture,
}) => {
  const { call } = fixture.operators.owner;
  const before = await call(getSettings, {});
  expect(before.audit_retention_enabled, 'the audit log is kept by default').toBe(false);
  // No entry of the test is older than a day.
  await page.route('**/v1/settings/preview', async (route) => {
    const answer = await route.fetch();
    const preview = await answer.json();
    const { audit_retention_enabled: enabled } = route.request().postDataJSON() ?? {};
    const would_remove = { ...preview.would_remove, audit: enabled ? 1204 : 0 };
    await route.fulfill({ json: { ...preview, would_remove } });
  });
  await open(page, 'retention', 'Retention');
  const card = cardOf(page, 'Audit log and ended API keys');
  await expect(card.getByText('Off: records are kept indefinitely.')).toBeVisible();
  await card.getByRole('switch', { name: 'Delete automatically' }).click();
  const days = card.getByLabel('Days after the entry, or after the end of the key');
  await days.fill('0');
  await expect(card.getByText(/^Enter a whole number of days from 1 to/)).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await days.fill('400');
  await expect(page.getByText('Saving deletes 1,204 audit log entries.')).toBeVisible();
  await expectAccessible(page);
  try {
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Delete expired records?' });
    await expect(dialog).toContainText('Saving deletes 1,204 audit log entries now');
    await dialog.getByRole('button', { name: 'Save and delete' }).click();
    await expect(page.getByText('Saved. Expired records are deleted in the background.')).toBeVisible();
    expect(await call(getSettings, {})).toMatchObject({ audit_retention_enabled: true, audit_retention_days: 400 });
    await open(page, 'audit?action=settings.updated');
    await expect(page.getByText('Days to keep audit log entries: 365 → 400')).toBeVisible();
  } finally {
    const { audit_retention_days } = before;
    await call(updateSettings, { body: { audit_retention_enabled: false, audit_retention_days } });
  }
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer', locale: 'de-DE' });

  test('reads in German how long the audit log is kept, and cannot change it', async ({ page }) => {
    await open(page, 'retention', 'Aufbewahrung');
    const card = cardOf(page, 'Audit-Log und beendete API-Schlüssel');
    await expect(card.getByText('Aus: Datensätze werden unbegrenzt aufbewahrt.')).toBeVisible();
    await expect(card.getByRole('switch')).toBeDisabled();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(phone.viewport);
      await expectReadable(page);
    }
  });
});
