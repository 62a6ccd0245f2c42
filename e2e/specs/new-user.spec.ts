import { expect, test } from '@playwright/test';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { watchBrowser } from '../support/test.js';
import { startReceiver } from '../support/receiver.js';
import { startBareGateway } from '../support/fixture.js';
import { limitMs } from '../support/limits.js';

test('a new operator answers a first prompt in the sandbox and then through a bot', async ({ page, context }) => {
  test.setTimeout(limitMs(120_000));
  // A platform outside the gateway, unlike the sandbox.
  const platform = await startTelegramSimulator();
  const receiver = await startReceiver();
  const { gateway, close } = await startBareGateway({ PLATFORM_TELEGRAM_API_URL: platform.url });
  const problems = await watchBrowser(context);
  const main = page.getByRole('main');
  try {
    await test.step('create the first operator', async () => {
      await page.goto(await gateway.setUpLink());
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('E-mail').fill('ada@example.com');
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    });

    await test.step('answer a prompt in the simulated chat', async () => {
      await main.getByRole('button', { name: 'Try without an account' }).click();
      // The step has the same name, so the button is located in its form.
      await main.locator('form').getByRole('button', { name: 'Send a test prompt' }).click();
      const chat = main.getByRole('list', { name: 'Messages' });
      await chat.getByRole('button', { name: 'Deploy' }).click();
      await expect(main.getByRole('status').filter({ hasText: 'answered: Deploy' })).toBeVisible();
      await expect(chat.getByRole('button', { name: 'Deploy' }), 'the prompt in the chat is closed').toHaveCount(0);
    });

    await test.step('create an agent key and show the code samples', async () => {
      await main.getByRole('button', { name: 'Next step' }).click();
      await main.getByRole('button', { name: 'Create an agent key', exact: true }).click();
      await expect(main.getByText(/^gw_/)).toBeVisible();
      const key = (await main.getByText(/^gw_/).textContent()) ?? '';
      await main.getByRole('button', { name: 'Next step' }).click();
      await expect(main.getByRole('region', { name: /curl/i })).toContainText(key);
      await expect(main.getByRole('region', { name: /curl/i })).toContainText(new URL(gateway.url).host);
    });

    await test.step('connect a bot and answer a prompt in its chat', async () => {
      const user = platform.addUser({ firstName: 'Emma', username: 'emma' });
      platform.writeText({ chat: user, text: '/start' });

      await page.goto(`${gateway.url}/console/channels/+new`);
      await main.getByRole('button', { name: /Telegram/ }).click();
      await main.getByLabel('Channel id').fill('approvals');
      await main.getByRole('button', { name: 'Continue' }).click();
      const welcomeMessage = `Done! Congratulations on your new bot.\n\nUse this token to access the HTTP API:\n${platform.token}\nKeep your token secure.`;
      await main.getByLabel(/token/i).first().focus();
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, welcomeMessage);
      await expect(main.getByText('Recognised in the pasted text')).toBeVisible();
      await main.getByRole('button', { name: 'Detect' }).click();
      await main.getByRole('button', { name: /Emma/ }).click();
      await main.getByRole('button', { name: 'Continue' }).click();

      await main.getByLabel(/Callback URL/).fill(receiver.url);
      await main.getByRole('button', { name: 'Send test event' }).click();
      await expect(main.getByText('Accepted', { exact: true })).toBeVisible();
      expect(receiver.bodies.at(-1)).toMatchObject({ type: 'gateway.test' });
      await main.getByRole('button', { name: 'Save channel' }).click();

      await expect(main.getByText('Waiting for the first event')).toBeVisible();
      await main.locator('form').getByRole('button', { name: 'Send a test prompt' }).click();
      await platform.waitForMessage((message) => message.reply_markup !== undefined && message.chat.id === user.id);
      await platform.press({ chat: user, button: { label: 'Deploy' } });
      await expect(main.getByText('The first event has arrived')).toBeVisible();
      await expect(main.getByRole('status').filter({ hasText: 'answered: Deploy' })).toBeVisible();
    });
    expect(problems).toEqual([]);
  } finally {
    await close();
    await platform.close();
    await receiver.close();
  }
});
