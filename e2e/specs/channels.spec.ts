import { createChannel, deleteChannel } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

test('failing channels are counted above the list with a link that filters them', async ({ page, fixture }) => {
  const id = 'misconfigured';
  await fixture.agent(createChannel, {
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
    const table = main.getByRole('table', { name: 'Channels' });
    await expect(main.getByText('1 channel is failing')).toBeVisible({ timeout: limitMs(20_000) });
    await expect(main.getByRole('button', { name: 'Failing 1' })).toBeVisible();
    await main.getByRole('link', { name: 'Show failing' }).click();
    await expect(table.getByRole('rowheader')).toHaveCount(1);
    await expect(table.getByRole('link', { name: new RegExp(id) })).toBeVisible();
    await expect(
      main.getByText('1 channel is failing'),
      'no notice while the list shows failing channels',
    ).toBeHidden();
  } finally {
    await fixture.agent(deleteChannel, { params: { id } });
  }
});
