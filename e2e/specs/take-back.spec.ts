import { answerPrompt, consumeApproval, getPrompt } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const action = { name: 'deploy', summary: 'Deploys the service.', risk: 'high', args: { service: 'api' } } as const;
const pathOf = (id: string) => `prompts/${id.slice(1)}?state=all`;

async function approved(fixture: Fixture, text: string, more: Parameters<Fixture['ask']>[1] = {}) {
  const id = await fixture.ask(text, { options: null, decisions: ['approve', 'reject'], action, ...more });
  const decision = { type: 'decision', value: 'approve' } as const;
  await fixture.operators.operator.call(answerPrompt, { params: { id }, body: decision });
  return id;
}

test('an operator takes an approval back, and the page says so', async ({ page, fixture }, info) => {
  const id = await approved(fixture, 'Deploy, and take it back?', { consume_within_sec: 900 });
  await open(page, pathOf(id));
  const approval = page.getByRole('main').locator('section', { hasText: 'Not used yet' });
  await expect(approval.getByText(/Use by/)).toBeVisible();
  await expect(page.getByText(/^sha256:[0-9a-f]{12}…$/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('unused.png'), fullPage: true });
  await approval.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: `Take back the approval of ${id}?` });
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('dialog.png') });
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Taken back: the action must not run.')).toBeVisible();
  await expect(page.getByText('Approval taken back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Deploy, and take it back\?/ }).getByText('Taken back')).toBeVisible();
  expect((await fixture.agent(getPrompt, { params: { id } })).withdrawn_at).toEqual(expect.any(String));
  await expectAccessible(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`taken-back-${colorScheme}.png`), fullPage: true });
  }
  await page.setViewportSize(phone.viewport);
  await page.screenshot({ path: info.outputPath('taken-back-phone.png'), fullPage: true });
});

test('an approval that the agent has used shows the key, and is not taken back', async ({ page, fixture }, info) => {
  const id = await approved(fixture, 'Deploy, and use it?');
  await open(page, pathOf(id));
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await fixture.agent(consumeApproval, { params: { id }, body: { action: { name: action.name, args: action.args } } });
  await expect(page.getByText(/^Used by key “/)).toBeVisible();
  await expect(page.getByText(/^Approval used by key “/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('used.png'), fullPage: true });
});

test.describe('an approval that is used while the operator is asked', () => {
  test.use({ expectedErrors: /409/ });

  test('is not taken back, and the dialog says why', async ({ page, fixture }) => {
    const id = await approved(fixture, 'Deploy, too late?');
    await open(page, pathOf(id));
    await page.getByRole('button', { name: 'Take back' }).click();
    const dialog = page.getByRole('dialog');
    await fixture.agent(consumeApproval, {
      params: { id },
      body: { action: { name: action.name, args: action.args } },
    });
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect(dialog.getByText(/was used already/)).toBeVisible();
  });
});

test('a pending question marks the options that let the action run', async ({ page, fixture }) => {
  const options = ['Ship it', 'Do nothing'];
  const id = await fixture.ask('Which way?', { action, options, approving_options: ['Ship it'] });
  await open(page, pathOf(id));
  await expect(page.getByText('lets the action run')).toHaveCount(1);
  await expect(page.getByRole('radio', { name: /Ship it.*lets the action run/ })).toBeVisible();
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('sees an approval and has no button to take it back', async ({ page, fixture }) => {
    const id = await approved(fixture, 'Deploy, and watch?');
    await open(page, pathOf(id));
    await expect(page.getByText('Not used yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  });
});
