import { getPrompt } from '@gateway/contract';
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
  const questions = dialog.getByRole('listitem');
  await expect(questions).toHaveCount(21);
  for (const question of [questions.first(), questions.nth(10)])
    expect((await question.boundingBox())?.height, 'height of a listed question').toBeGreaterThan(15);
  await dialog.getByRole('button', { name: 'Send 24 answers' }).click();
  const result = page.getByRole('dialog', { name: 'Result' });
  await expect(result).toContainText('24 prompts answered.');
  await result.getByRole('button', { name: 'Done' }).click();
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
