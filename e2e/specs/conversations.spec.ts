import { createChannel } from '@gateway/contract';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

/** Creates a MESSAGE channel with a chat of its own. */
async function conversation({ agent, platform, receiver }: Fixture, id: string, firstName: string, username?: string) {
  const chat = platform.addUser({ firstName, ...(username !== undefined && { username }) });
  await agent(createChannel, {
    body: {
      platform: 'telegram',
      credentials: { bot_token: platform.token },
      channel_id: id,
      target_chat_id: String(chat.id),
      channel_type: 'MESSAGE',
      callback_url: receiver.url,
    },
  });
  return chat;
}

test.describe('drafts', () => {
  test('an unsent message is still in its field after a reload, and gone when it was sent or the operator signed out', async ({
    page,
    fixture,
  }) => {
    await conversation(fixture, 'drafts', 'Ida');
    await open(page, 'conversations/drafts');
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('I am looking into');
    await page.reload();
    await expect(field).toHaveValue('I am looking into');
    await field.fill('I am looking into it.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(field).toHaveValue('');
    await page.reload();
    await expect(page.getByRole('log').getByText('I am looking into it.')).toBeVisible();
    await expect(field).toHaveValue('');

    await field.fill('For later');
    const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')));
    expect(await kept()).toHaveLength(1);
    await page
      .getByRole('button', { name: /^Account/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    expect(await kept()).toEqual([]);
  });
});
