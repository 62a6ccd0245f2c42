import {
  createChannel,
  createPasswordLink,
  deleteChannel,
  getChannel,
  getPrompt,
  listInvitations,
  listPrompts,
  revokeInvitation,
} from '@gateway/contract';
import { createOperatorWith } from '../support/operators.js';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

cancelNewPrompts();

// No request is refused, because the forms check their fields before: the browser would log it, and the test would fail.

test('the settings of a channel show a wrong field, focus it, and are saved without it', async ({ page, fixture }) => {
  const id = 'checked-form';
  await fixture.agent(createChannel, {
    body: {
      channel_id: id,
      platform: 'whatsapp',
      credentials: { access_token: 'EAAx', phone_number_id: '1', app_secret: 'x', verify_token: 'x' },
      target_chat_id: '34600000000',
      channel_type: 'PROMPT',
    },
  });
  try {
    await open(page, `channels/${id}`);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Edit' }).click();
    const form = main.locator('form').filter({ has: page.getByRole('button', { name: 'Save' }) });
    await form.getByLabel(/Callback URL/).fill('agent.example.com');
    await form.getByLabel('Open prompts of one API key').fill('3');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Must be an http:// or https:// URL.')).toBeVisible();
    await expect(form.getByLabel(/Callback URL/)).toBeFocused();
    await form.getByLabel(/Callback URL/).fill('https://agent.example.com/answers');
    await page.keyboard.press('Enter');
    await expect(form).toHaveCount(0);
    expect(await fixture.agent(getChannel, { params: { id } })).toMatchObject({
      callback_url: 'https://agent.example.com/answers',
      max_open_per_key: 3,
    });
  } finally {
    await fixture.agent(deleteChannel, { params: { id } });
  }
});

test('an invitation shows a wrong address, focuses it, and is made with the right one', async ({ page, fixture }) => {
  await open(page, 'operators', 'Operators');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  const address = dialog.getByRole('textbox', { name: /E-mail/ });
  await address.fill('edsger');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Must be an e-mail address.')).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill('Edsger@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Only edsger@example.com can join with the role Viewer.')).toBeVisible();
  const { call } = fixture.operators.owner;
  const [invitation] = await call(listInvitations, {});
  expect(invitation).toMatchObject({ email: 'edsger@example.com', role: 'viewer' });
  await call(revokeInvitation, { params: { id: invitation?.id ?? '' } });
});

test('a new prompt shows that its text is missing, and is sent with one', async ({ page, fixture }) => {
  await page.goto('prompts?ask=true&channel=approvals');
  const dialog = page.getByRole('dialog', { name: 'New prompt' });
  await dialog.getByRole('button', { name: 'Send prompt' }).click();
  await expect(dialog.getByText('Enter a text of up to')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Is the form sent once?');
  await dialog.getByRole('button', { name: 'Send prompt' }).click();
  await expect(page.getByRole('heading', { name: 'Is the form sent once?' })).toBeVisible();
  const asked = (await fixture.agent(listPrompts, {})).filter(({ text }) => text === 'Is the form sent once?');
  expect(asked).toHaveLength(1);
  expect(await fixture.agent(getPrompt, { params: { id: asked[0]?.id ?? '' } })).toMatchObject({
    callback_url: null,
    correlation_id: null,
  });
});

test.describe('a reset link', () => {
  test.use({ as: null });

  test('shows that a password is too short, focuses it, and signs in with a longer one', async ({ page, fixture }) => {
    const { owner } = fixture.operators;
    const { id } = await createOperatorWith(fixture.gateway.url, owner, 'viewer');
    const { link } = await owner.call(createPasswordLink, { params: { id } });
    await page.goto(link);
    const password = page.getByLabel('New password');
    await password.fill('too short');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter at least 12 characters.')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill('nine purple staplers wait');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });
});
