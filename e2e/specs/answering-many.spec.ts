import { createChannel, getPrompt } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

test.use({ plainPrompts: false, contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: text });

cancelNewPrompts();

test('all prompts like a ticked one are selected at once and listed before they are answered, and then another one opens', async ({
  page,
  fixture,
}) => {
  test.slow();
  const correlation_id = 'answered-together';
  const ids: string[] = [];
  for (let index = 1; index <= 25; index += 1)
    ids.push(await fixture.ask(`Pay invoice ${index}?`, { ttl_sec: 1000 + index, correlation_id }));
  await fixture.ask('What shall we reply?', { options: null, allow_text: true, ttl_sec: 1500, correlation_id });
  await open(page, `prompts?correlation=${correlation_id}`);
  await expect(heading(page)).toHaveText('Pay invoice 1?');
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Pay invoice 2?');
  // It has an answer of its own, which is about to be sent.
  await expect(rowOf(page, 'Pay invoice 1?').getByRole('checkbox')).toBeDisabled();
  const bar = page.getByRole('region', { name: 'Selected prompts' });
  await page.keyboard.press('x');
  await bar.getByRole('button', { name: 'Select the 24 like the first' }).click();
  await expect(bar.getByText('24 prompts selected')).toBeVisible();
  await expect(bar).toBeFocused();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Approve (24)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer 24 prompts with “Approve”?' });
  const questions = dialog.getByRole('rowheader');
  await expect(questions).toHaveCount(20);
  await expect(dialog.getByText('and 4 more')).toBeVisible();
  for (const question of [questions.first(), questions.nth(10)])
    expect((await question.boundingBox())?.height, 'height of a listed question').toBeGreaterThan(15);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send 24 answers' }).click();
  await expect(page.getByText('24 prompts answered.')).toBeVisible();
  const answerOf = async (id = '') => (await fixture.agent(getPrompt, { params: { id } })).answer;
  await expect.poll(() => answerOf(ids[0])).toBe('Reject');
  expect(await answerOf(ids[24])).toBe('Approve');
  await expect(heading(page)).toHaveText('What shall we reply?');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByRole('main').getByText('Press r to write here.')).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('Thank you');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator(':focus'), 'the focus stays at the answer').toContainText('Not sent yet.');
});

const decisions = ['approve', 'reject'] as const;
const deploy = (replicas: number, risk: 'low' | 'high' = 'low') => ({
  options: null,
  decisions: [...decisions],
  action: { name: 'deploy', args: { service: 'api', replicas }, risk },
});

test('prompts of another channel, action or risk are not answered together, and the arguments are shown', async ({
  page,
  fixture,
}, info) => {
  const { agent, platform } = fixture;
  const chat = platform.addUser({ firstName: 'Mia', username: 'mia' });
  const channel = { platform: 'telegram', credentials: { bot_token: platform.token }, channel_type: 'PROMPT' } as const;
  await agent(createChannel, { body: { ...channel, channel_id: 'other-judges', target_chat_id: String(chat.id) } });
  const correlation_id = 'alike';
  const more = (at: number) => ({ ttl_sec: 1000 + at, correlation_id });
  const ids = [
    await fixture.ask('Deploy with **3** replicas?', { ...deploy(3), ...more(1) }),
    await fixture.ask('Deploy with 8 replicas?', { ...deploy(8), ...more(2) }),
  ];
  await fixture.ask('Deploy elsewhere?', { ...deploy(3), ...more(3), channel_id: 'other-judges' });
  await fixture.ask('Merge?', { ...deploy(3), ...more(4), action: { name: 'merge' } });
  await fixture.ask('Risky deploy?', { ...deploy(3, 'high'), ...more(5) });
  await fixture.ask('No action?', { ...deploy(3), ...more(6), action: null });
  await open(page, `prompts?correlation=${correlation_id}`);
  const box = (text: string) => rowOf(page, text).getByRole('checkbox');
  const bar = page.getByRole('region', { name: 'Selected prompts' });
  await expect(box('Risky deploy?')).toBeDisabled();
  await box('Deploy with 3 replicas?').check();
  await bar.getByRole('button', { name: 'Select the 2 like the first' }).click();
  await box('Deploy elsewhere?').check();
  await expect(bar.getByText(/^Only prompts of the same channel with the same action/)).toBeVisible();
  await bar.getByRole('button', { name: 'Select only the 2 like the first' }).click();

  await bar.getByRole('button', { name: 'Approve (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer 2 prompts with “✅ Approve”?' });
  await expect(dialog.getByRole('term')).toHaveText(['Channel', 'The agent says', 'What will be done']);
  await expect(dialog.getByRole('definition')).toHaveText(['approvals', 'Low risk', 'deploy']);
  await expect(dialog.getByRole('table', { name: 'Arguments', exact: true })).toHaveText('serviceapi');
  const differing = dialog.getByRole('group');
  await expect(differing.getByRole('columnheader')).toHaveText(['Prompt', 'replicas']);
  await expect(differing.getByRole('rowheader')).toHaveText([/Deploy with 3 replicas\?/, /Deploy with 8 replicas\?/]);
  await expect(differing.getByRole('cell')).toHaveText(['3', '8']);
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('together.png') });
  await dialog.getByRole('button', { name: 'Send 2 answers' }).click();

  await expect(page.getByText(/^✅ Approve to 2 prompts is sent in \d s$/)).toBeVisible();
  await page.keyboard.press('z');
  await expect(bar.getByText('2 prompts selected')).toBeVisible();
  for (const id of ids) expect((await agent(getPrompt, { params: { id } })).state).toBe('pending');
});

test('a prompt of high risk is selected together with others only after it was opened', async ({ page, fixture }) => {
  const correlation_id = 'risky';
  for (const replicas of [1, 2, 3])
    await fixture.ask(`Risky deploy ${replicas}?`, {
      ...deploy(replicas, 'high'),
      ttl_sec: 1000 + replicas,
      correlation_id,
    });
  await open(page, `prompts?correlation=${correlation_id}`);
  await expect(heading(page)).toHaveText('Risky deploy 1?');
  const box = (replicas: number) => rowOf(page, `Risky deploy ${replicas}?`).getByRole('checkbox');
  await expect(box(2)).toBeDisabled();
  await page.keyboard.press('x');
  await expect(box(1)).toBeChecked();
  await page.keyboard.press('j');
  await expect(heading(page)).toHaveText('Risky deploy 2?');
  await expect(box(2)).toBeEnabled();
  await page
    .getByRole('region', { name: 'Selected prompts' })
    .getByRole('button', { name: 'Select the 2 like' })
    .click();
  await expect(box(2)).toBeChecked();
  await expect(box(3)).toBeDisabled();
});

test.describe('answers that are refused', () => {
  test.use({ expectedErrors: /status of 403/ });

  test('to several prompts are listed with their reasons', async ({ page, fixture }) => {
    const correlation_id = 'closed-meanwhile';
    const ids: string[] = [];
    for (const index of [1, 2, 3])
      ids.push(await fixture.ask(`Close ${index}?`, { ttl_sec: 1000 + index, correlation_id }));
    await open(page, `prompts?correlation=${correlation_id}`);
    const isFirst = (url: string) => new URL(url).pathname.includes(`/${encodeURIComponent(ids[0] ?? '')}/`);
    await page.route('**/v1/prompts/*/answer', (route) =>
      isFirst(route.request().url())
        ? route.continue()
        : route.fulfill({ status: 403, json: { detail: 'You may not answer.', code: 'not_an_approver' } }),
    );
    await expect(heading(page)).toHaveText('Close 1?');
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selected prompts' });
    await bar.getByRole('button', { name: 'Select the 3 like the first' }).click();
    await bar.getByRole('button', { name: 'Approve (3)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send 3 answers' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Your answer “Approve” to 2 prompts was not accepted.' });
    await expect(alert.getByRole('listitem')).toHaveText(ids.slice(1).map((id) => `${id} You may not answer.`));
    await expect(alert.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert).toHaveCount(0);
  });
});

test('the list shows the row of the prompt that opens after an answer, or by j', async ({ page, fixture }) => {
  for (let index = 1; index <= 30; index += 1) await fixture.ask(`Ship order ${index}?`, { ttl_sec: 1000 + index });
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, 'prompts');
  await expect(heading(page)).toHaveText('Ship order 1?');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 5000);
  await expect(rowOf(page, 'Ship order 30?')).toBeInViewport();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Ship order 2?');
  await expect(rowOf(page, 'Ship order 2?')).toBeInViewport();
  for (let index = 3; index <= 12; index += 1) {
    await page.keyboard.press('j');
    await expect(heading(page)).toHaveText(`Ship order ${index}?`);
  }
  await expect(rowOf(page, 'Ship order 12?')).toBeInViewport();
});

test('the next prompt opens at its question after the end of a long one was read', async ({ page, fixture }) => {
  const long = 'One more line of the reason.\n\n'.repeat(60);
  await fixture.ask(`**Read me first?**\n\n${long}`, { ttl_sec: 100 });
  await fixture.ask(`**Read me next?**\n\n${long}`, { ttl_sec: 200 });
  await open(page, 'prompts');
  const question = (text: string) => page.getByRole('heading', { level: 2 }).locator('strong', { hasText: text });
  await expect(question('Read me first?')).toBeInViewport();
  await page.mouse.move(1000, 500);
  await page.mouse.wheel(0, 5000);
  await expect(question('Read me first?')).not.toBeInViewport();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(question('Read me next?')).toBeVisible();
  // The router restores positions after the page is shown.
  await expect(page.getByText(/is sent in \d s$/)).toBeVisible();
  await expect(question('Read me next?')).toBeInViewport();
});
