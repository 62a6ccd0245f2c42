import { createChannel, deleteChannel, getChannel } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

test.describe('the settings of a channel', () => {
  // The browser logs the refused request.
  test.use({ expectedErrors: /status of 400/ });

  test('an operator chooses the template that announces questions after the reply window', async ({
    page,
    fixture,
  }) => {
    const id = 'templates';
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
      const form = main.locator('form');
      await expect(form.getByLabel('Template', { exact: true })).toHaveCount(0);
      await form.getByLabel('After the reply window').selectOption('template');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form.getByText(/needs a window_template/)).toBeVisible();
      await form.getByLabel('Template', { exact: true }).fill('question_waiting');
      await form.getByLabel('Language', { exact: true }).fill('en');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(main.getByLabel('After the reply window')).toHaveCount(0);
      await expect(main.getByText('question_waiting, en')).toBeVisible();
      expect(await fixture.agent(getChannel, { params: { id } })).toMatchObject({
        outside_window: 'template',
        window_template: { name: 'question_waiting', language: 'en' },
      });
    } finally {
      await fixture.agent(deleteChannel, { params: { id } });
    }
  });
});

test('a prompt of which only the template was posted is shown as waiting for the window', async ({ page, fixture }) => {
  const id = await fixture.ask('Ship it after hours?');
  const num = id.slice(1);
  await page.route(`**/v1/prompts/${num}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), waiting_for_window: true } });
  });
  await open(page, `prompts/${num}`);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Waiting for the window: the person must write in the chat first/)).toBeVisible();
  await expect(main.getByText(/announced in the chat with a template/)).toBeVisible();
  // The page may be reading the prompt again.
  await page.unrouteAll({ behavior: 'wait' });
});
