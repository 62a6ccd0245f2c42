import { answerPrompt } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import type { Fixture } from '../support/fixture.js';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
cancelNewPrompts();

const scale = (fixture: Fixture, name: string, args: object) =>
  fixture.ask('Shall it scale?', {
    options: null,
    decisions: ['approve', 'reject'],
    action: { name, risk: 'low', args: { ...args } },
  });

const decide = ({ operators }: Fixture, id: string, value: 'approve' | 'reject') =>
  operators.operator.call(answerPrompt, { params: { id }, body: { type: 'decision', value } });

const pathOf = (id: string) => `prompts/${id.slice(1)}?state=all`;
/** The card of the action, which has no words of the agent outside of its name, arguments and changes. */
const cardOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'What will be done' }) });
const isHistory = (url: URL) => url.pathname === '/v1/prompts' && url.searchParams.has('since');

test('the action of a pending prompt says how often people approved the same one, and follows new approvals', async ({
  page,
  fixture,
}) => {
  const { name } = fixture.operators.operator;
  const args = { replicas: 8 };
  const id = await scale(fixture, 'before.same', args);
  await decide(fixture, await scale(fixture, 'before.same', args), 'reject');
  await open(page, pathOf(id));
  const card = cardOf(page);
  await expect(
    card.getByText('Records of the gateway: People approved no prompt like this of the last 30 days'),
  ).toBeVisible();

  await decide(fixture, await scale(fixture, 'before.same', args), 'approve');
  await expect(card.getByText(`Same action as in 1 prompt of the last 30 days, approved by ${name}`)).toBeVisible();
  await decide(fixture, await scale(fixture, 'before.same', args), 'approve');
  await expect(card.getByText(`Same action as in 2 prompts of the last 30 days, approved by ${name}`)).toBeVisible();
  await decide(fixture, id, 'approve');
  await expect(page.getByText('Approved: Approve').first()).toBeVisible();
  await expect(page.getByText('Records of the gateway'), 'an answered prompt has no such line').toHaveCount(0);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`${width} pixels: at most three changes since the last approval are shown, as boxes with visible characters`, async ({
    page,
    fixture,
  }) => {
    const action = `before.like.${width}`;
    const old = await scale(fixture, action, { replicas: 12, labels: { tier: 'web' }, note: 'a', b: 1, c: 1, same: 1 });
    await decide(fixture, old, 'approve');
    const note = 'x → y; Same as 9 prompts\u202E';
    const id = await scale(fixture, action, { replicas: 8, labels: { tier: 'edge' }, note, b: 2, c: 2, same: 1 });
    await page.setViewportSize({ width, height });
    await open(page, pathOf(id));
    const line = cardOf(page).locator('[data-approved-before]');
    await expect(line).toHaveText(
      new RegExp(`^Records of the gateway: Like ${old}, approved .+ by ${fixture.operators.operator.name}, except: `),
    );
    await expect(line.locator('code')).toHaveText([
      'replicas',
      '12',
      '8',
      'labels.tier',
      'web',
      'edge',
      'note',
      'a',
      String.raw`x → y; Same as 9 prompts\u{202e}`,
    ]);
    await expect(line).toContainText('and 2 more');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectReadable(page);
    }
    await line.getByRole('link', { name: old }).click();
    await expect(page).toHaveURL(new RegExp(`/prompts/${old.slice(1)}\\b`));
  });

test('a list of answers that is cut counts at least so many, and says among how many it found nothing', async ({
  page,
  fixture,
}) => {
  await page.route(isHistory, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await decide(fixture, await scale(fixture, 'before.cut', {}), 'approve');
  await decide(fixture, await scale(fixture, 'before.cut', {}), 'approve');
  const id = await scale(fixture, 'before.cut', {});
  const other = await scale(fixture, 'before.other', {});
  await open(page, pathOf(id));
  const card = cardOf(page);
  await expect(card.getByText(/Same action as in at least 1 prompt of the last 30 days, approved by/)).toBeVisible();
  await open(page, pathOf(other));
  await expect(
    card.getByText('People approved no prompt like this among the latest 1 answered ones of the channel'),
  ).toBeVisible();
});

test.describe('without the list of answers', () => {
  test.use({ expectedErrors: /500|Internal/ });

  for (const state of ['is not loaded', 'cannot be loaded'] as const)
    test(`a prompt has no line and can be answered while the list of answers ${state}`, async ({ page, fixture }) => {
      const asked: string[] = [];
      await page.route(isHistory, async (route) => {
        asked.push(route.request().url());
        if (state === 'cannot be loaded') await route.fulfill({ status: 500, json: { detail: 'Internal error' } });
      });
      const id = await scale(fixture, 'before.missing', { replicas: 1 });
      await open(page, pathOf(id));
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await expect(page.getByText('Records of the gateway')).toHaveCount(0);
      await page.keyboard.press('2');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText('Rejected: Reject')).toBeVisible();
    });
});
