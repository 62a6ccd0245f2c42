import { createChannel, deleteChannel } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

test('channels that fail are counted above the list, one press away', async ({ page, world }) => {
  const id = 'misconfigured';
  await world.agent(createChannel, {
    body: {
      channel_id: id,
      platform: 'telegram',
      credentials: { bot_token: '123456789:AAF-no-bot-has-this-token-at-all-AAAA' },
      target_chat_id: '77',
      channel_type: 'PROMPT',
    },
  });
  try {
    await open(page, 'channels');
    const main = page.getByRole('main');
    const list = main.getByRole('list', { name: 'Channels' });
    await expect(main.getByText('1 channel fails')).toBeVisible({ timeout: 20_000 });
    await expect(main.getByRole('button', { name: 'Failing 1' })).toBeVisible();
    await main.getByRole('link', { name: 'Show it' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('link', { name: new RegExp(id) })).toBeVisible();
    await expect(main.getByText('1 channel fails'), 'said once').toBeHidden();
  } finally {
    await world.agent(deleteChannel, { params: { id } });
  }
});
