import { getPrompt, listMessages } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/test.js';

test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED|Failed to load resource/ });

const unreachable = 'The gateway cannot be reached.';
const failureIn = (page: Page) => page.getByRole('alert').filter({ hasText: unreachable });

test('an answer sent offline fails immediately, stays selected, and is not sent later', async ({
  page,
  context,
  fixture,
}) => {
  const id = await fixture.ask('Release the payment run?');
  await open(page, `prompts/${id.slice(1)}?state=all`);
  await page.getByRole('radio', { name: 'Approve' }).check();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(failureIn(page).first()).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeChecked();

  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  expect((await fixture.agent(getPrompt, { params: { id } })).state).toBe('pending');

  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();
});

test('a message sent offline fails immediately, stays in the field, and is not sent later', async ({
  page,
  context,
  fixture,
}) => {
  await open(page, 'conversations/support');
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('We have found your parcel.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(failureIn(page).first()).toBeVisible();
  await expect(field).toHaveValue('We have found your parcel.');

  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  const sent = await fixture.agent(listMessages, { query: { direction: 'outbound' } });
  expect(sent.map(({ text }) => text)).not.toContain('We have found your parcel.');
});

test('a list opened offline shows that the gateway is unreachable, and loads when the browser is online', async ({
  page,
  context,
}) => {
  await open(page, 'prompts');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Answered/ }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText(unreachable);

  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('list', { name: 'Prompts' }).getByRole('link').first()).toBeVisible();
  await expect(failureIn(page)).toHaveCount(0);
});
