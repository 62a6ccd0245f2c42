import { createChannel, deleteChannel } from '@gateway/contract';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';
import type { Fixture } from '../support/fixture.js';
import { limitMs } from '../support/limits.js';

/** A channel of a platform that needs a webhook, on a gateway without a public URL; the platform API is unreachable. */
const register = (fixture: Fixture, id: string) =>
  fixture.agent(createChannel, {
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

    test('a channel with invalid credentials is not shown as healthy on any page', async ({ page, fixture }) => {
      const id = `invented-${name}`;
      await register(fixture, id);
      try {
        await open(page, `channels/${id}`);
        const main = page.getByRole('main');
        await expect(main.getByText('Failing', { exact: true })).toBeVisible({ timeout: limitMs(20_000) });
        await expect(main.getByText('Healthy', { exact: true })).toHaveCount(0);
        await page.getByRole('button', { name: 'Test now' }).click();
        await expect(main.getByText('Test passed')).toHaveCount(0);

        await open(page, 'health');
        // Specs before this one may have left channels in the gateway of the worker.
        await expect(main.getByText(/[1-9]\d* of \d+ active channels (?:is|are) failing\./)).toBeVisible();
        await open(page, '');
        // The overview names at most four failing channels; the others are behind this link.
        await main.getByRole('link', { name: /^All \d+ failing channels/ }).click();
        await expect(main.getByRole('link', { name: new RegExp(id) })).toBeVisible();
      } finally {
        await fixture.agent(deleteChannel, { params: { id } });
      }
    });

    test('an unverified channel is shown as not verified in the list, on the overview and on Health', async ({
      page,
    }) => {
      await page.route('**/v1/statistics*', async (route) => {
        const answer = await route.fetch();
        // The page may have left while the answer was under way.
        const statistics = await answer.json().catch(() => null);
        if (statistics === null) return;
        // The gateway remembers counts for seconds: they may contain the channel of the test before, also among the failing ones.
        const channels = { ...statistics.channels, active: 2, failing: 0, unverified: 1, troubled: [] };
        await route.fulfill({ json: { ...statistics, channels } });
      });
      await page.route('**/v1/channels?*', async (route) => {
        const answer = await route.fetch();
        const [first, ...rest] = await answer.json();
        await route.fulfill({ json: [{ ...first, health: { ...first.health, state: 'unknown' } }, ...rest] });
      });
      const main = page.getByRole('main');
      await open(page, 'channels');
      await expect(main.locator(':is(li, tbody tr)').first().getByText('Not verified')).toBeVisible();
      await open(page, '');
      await expect(main.getByText('1 of 2 active channels is not verified. None is failing.')).toBeVisible();
      await open(page, 'health');
      await expect(main.getByText('1 of 2 active channels is not verified.')).toBeVisible();
      await expect(main.getByText(/\b1 channel not verified$/)).toBeVisible();
    });
  });
}
