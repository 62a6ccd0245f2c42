import { createChannel, deleteChannel } from '@gateway/contract';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';
import type { World } from '../support/world.js';

/** A channel of a platform that must call the gateway, which has no public address; nor does that platform answer. */
const register = (world: World, id: string) =>
  world.agent(createChannel, {
    body: {
      channel_id: id,
      platform: 'whatsapp',
      credentials: {
        access_token: 'EAAinvented',
        phone_number_id: '1',
        app_secret: 'invented',
        verify_token: 'invented',
      },
      target_chat_id: '34600000000',
      channel_type: 'PROMPT',
    },
  });

for (const [name, window] of Object.entries({ desktop: {}, phone })) {
  test.describe(name, () => {
    test.use(window);

    test('a channel with invented credentials is nowhere shown as working', async ({ page, world }) => {
      const id = `invented-${name}`;
      await register(world, id);
      try {
        await open(page, `channels/${id}`);
        const main = page.getByRole('main');
        await expect(main.getByText('Failing', { exact: true })).toBeVisible({ timeout: 20_000 });
        await expect(main.getByText('Working', { exact: true })).toHaveCount(0);
        await page.getByRole('button', { name: 'Test now' }).click();
        await expect(main.getByText('It works')).toHaveCount(0);

        await open(page, 'health');
        await expect(main.getByText(/1 of 3 active ones fails\./)).toBeVisible();
        await open(page, '');
        await expect(main.getByRole('link', { name: new RegExp(id) })).toBeVisible();
      } finally {
        await world.agent(deleteChannel, { params: { id } });
      }
    });

    test('a channel that nothing has proven is not verified in the list, on the overview and under Health', async ({
      page,
    }) => {
      await page.route('**/v1/statistics*', async (route) => {
        const answer = await route.fetch();
        const statistics = await answer.json();
        await route.fulfill({ json: { ...statistics, channels: { ...statistics.channels, unverified: 1 } } });
      });
      await page.route('**/v1/channels?*', async (route) => {
        const answer = await route.fetch();
        const [first, ...rest] = await answer.json();
        await route.fulfill({ json: [{ ...first, health: { ...first.health, state: 'unknown' } }, ...rest] });
      });
      const main = page.getByRole('main');
      await open(page, 'channels');
      await expect(main.getByRole('listitem').first().getByText('Not verified')).toBeVisible();
      await open(page, '');
      await expect(main.getByText('1 of 2 active channels is not verified; none fails.')).toBeVisible();
      await open(page, 'health');
      await expect(main.getByText('1 of 2 active ones is not verified')).toBeVisible();
      await expect(main.getByText(/^\d things? to look at$/)).toBeVisible();
    });
  });
}
