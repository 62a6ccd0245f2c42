import { getPrompt } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import type { Fixture } from '../support/fixture.js';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
cancelNewPrompts();

const lines = Array.from({ length: 80 }, (_, line) => [`host_${line}`, `server-${line}.example.com`]);

const askLong = (fixture: Fixture, name = 'hosts.restart') =>
  fixture.ask('Shall all hosts restart?', {
    options: null,
    decisions: ['approve', 'reject'],
    action: { name, risk: 'high', args: Object.fromEntries(lines) },
  });

for (const [width, height, folds] of [
  [1440, 900, false],
  [1024, 768, true],
  [720, 450, true],
  [320, 568, true],
] as const)
  test(`${width} to ${height} pixels: with long arguments a bar leads to the decision, and the form sends it`, async ({
    page,
    fixture,
  }) => {
    const id = await askLong(fixture);
    await page.setViewportSize({ width, height });
    await open(page, `prompts/${id.slice(1)}`);
    const bar = page.getByRole('region', { name: 'Decision in short' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar.getByText('High risk')).toBeVisible();
    await expect(bar.getByText('The agent says'), 'the risk is a word of the agent').toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Shall all hosts restart?' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expectAccessible(page);

    await bar.getByRole('button', { name: folds ? 'Decide' : 'Reject' }).click();
    await expect(page.getByRole('radio', { name: folds ? 'Approve' : 'Reject' })).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Reject' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked({ checked: !folds });
    await expect(bar, 'the form is in view').toBeHidden();

    await page.getByRole('heading', { name: 'Shall all hosts restart?' }).scrollIntoViewIfNeeded();
    await expect(bar, 'the form is out of view again').toBeInViewport({ ratio: 1 });
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: 'Reject' })).toBeFocused();
    await expect(bar).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(/Ada Lovelace answered in the console/)).toBeVisible();
    expect((await fixture.agent(getPrompt, { params: { id } })).decision?.value).toBe('reject');
  });

test('a form in view has no bar', async ({ page, fixture }) => {
  const id = await fixture.ask('Shall one host restart?');
  await open(page, `prompts/${id.slice(1)}`);
  await expect(page.getByRole('radio', { name: 'Approve' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'Decision in short' })).toHaveCount(0);
});

test('the bar of the next prompt shows that prompt, and the choice made for the one before does not pass to it', async ({
  page,
  fixture,
}) => {
  const [first, next] = [await askLong(fixture), await askLong(fixture, 'hosts.stop')];
  await open(page, `prompts/${first.slice(1)}?state=all`);
  const bar = page.getByRole('region', { name: 'Decision in short' });
  await expect(bar.getByText('hosts.restart')).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Reject' })).toBeChecked();
  await expect(bar, 'the form is in view').toBeHidden();

  await page.locator(`a[href*="prompts/${next.slice(1)}?"]`).click();
  await expect(bar.getByText('hosts.stop')).toBeVisible();
  await expect(bar.getByText('hosts.restart')).toHaveCount(0);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});
