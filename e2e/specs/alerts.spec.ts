import { getAlerts } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { expect, open, test } from '../support/test.js';

test('an owner chooses the chat of alerts on the page Health, and takes the choice back', async ({ page, fixture }) => {
  const chosen = async () => (await fixture.agent(getAlerts, {})).channel_id;
  await open(page, 'health');
  const channel = page.getByRole('combobox', { name: 'Also post alerts in the chat of' });
  await channel.fill('approvals');
  await page.getByRole('option', { name: /approvals/ }).click();
  await expect.poll(chosen).toBe('approvals');
  await page.reload();
  await expect(channel).toHaveValue('approvals');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the channel' }).click();
  await expect.poll(chosen).toBeNull();
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads that only owners choose the chat of alerts', async ({ page }) => {
    await open(page, 'health');
    await expect(page.getByText('Only owners can choose the chat of alerts.')).toBeVisible();
  });
});
