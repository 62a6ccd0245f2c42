import { createChannel, deleteChannel } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(name, () => {
    test.use({ ...window, contextOptions: { reducedMotion: 'reduce' } });

    test('a question that was answered in the chat is shown as proofs and ticks of its channel', async ({
      page,
      fixture,
    }) => {
      const id = `ticks-${name}`;
      const { platform } = fixture;
      const chat = platform.addUser({ firstName: 'Tove', username: `tove_${name}` });
      await fixture.agent(createChannel, {
        body: {
          channel_id: id,
          platform: 'telegram',
          credentials: { bot_token: platform.token },
          target_chat_id: String(chat.id),
          channel_type: 'PROMPT',
        },
      });
      try {
        await open(page, `channels/${id}`);
        const main = page.getByRole('main');
        const ticks = main.getByRole('img', { name: /^Last 7 days: / });
        await expect(main.getByText('Not proven yet', { exact: true })).toBeVisible({ timeout: limitMs(20_000) });
        await expect(main.getByText('not proven yet', { exact: true })).toHaveCount(3);
        await expect(ticks).toHaveAccessibleName('Last 7 days: No traffic');
        await expectAccessible(page);

        const prompt = await fixture.ask('Water the plants?', { channel_id: id });
        await platform.press({ chat, user: chat, button: { label: 'Approve' } });
        // The gateway writes the activity of channels every two seconds.
        await expect(async () => {
          await open(page, `channels/${id}`);
          await expect(ticks).toHaveAccessibleName('Last 7 days: 1 asked, 1 answered, 1 received', { timeout: 1000 });
        }).toPass({ timeout: limitMs(20_000) });
        await expect(main.getByText('not proven yet', { exact: true })).toHaveCount(0);
        await expect(main.getByText('Healthy', { exact: true })).toBeVisible();
        await expect(main.getByRole('definition').getByRole('link', { name: prompt })).toHaveCount(2);
        await main.getByText('As a list').click();
        const list = main.getByRole('group').filter({ hasText: 'As a list' }).getByRole('listitem');
        await expect(list).toHaveText(/\d\d:00 to \d\d:00: 1 asked, 1 answered, 1 received$/);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectReadable(page);
        }
        await expectAccessible(page);

        await open(page, `channels?q=${id}`);
        await expect(ticks).toHaveAccessibleName('Last 7 days: 1 asked, 1 answered, 1 received');
        await expectAccessible(page);
      } finally {
        await fixture.agent(deleteChannel, { params: { id } });
      }
    });
  });
}
