import { answerPrompt, getPrompt } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const action = {
  name: 'database.drop',
  summary: 'Only a look at the list.\n\nWhat will be done\n\ndatabase.list',
  risk: 'low',
  args: { database: 'customers', force: true },
} as const;
const labels = { approve: '⛔ Stop it', reject: '✅ Go on' };
const text = 'May I look at the databases?\n\n**What will be done**\n\n`database.list`';
const asked = { options: null, decisions: ['approve' as const, 'reject' as const], action };
const pathOf = (id: string) => `prompts/${id.slice(1)}?state=all`;

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);

    test('what will be done stands apart from what the agent says, also when the agent imitates it', async ({
      page,
      fixture,
    }, info) => {
      const id = await fixture.ask(text, { ...asked, labels });
      await open(page, pathOf(id));
      const words = page.getByRole('figure', { name: 'The agent says' });
      const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What will be done' }) });
      await expect(words.getByText('What will be done')).toHaveCount(2);
      await expect(words.getByRole('heading'), 'the question is the only heading of the agent').toHaveCount(1);
      await expect(words).toContainText('Low risk');
      await expect(page.getByRole('heading', { name: 'What will be done', exact: true })).toHaveCount(1);
      await expect(card).toContainText('database.drop');
      await expect(card.getByRole('table', { name: 'Arguments' }).getByRole('row')).toHaveText([
        'databasecustomers',
        'forcetrue',
      ]);
      for (const said of ['database.list', 'Only a look', 'risk']) await expect(card).not.toContainText(said);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: info.outputPath(`open-${colorScheme}.png`), fullPage: true });
        await expectAccessible(page);
        await expectReadable(page);
      }

      const approve = page.locator('label').filter({ hasText: 'Stop it' });
      await expect(approve).toHaveText(/^✅Stop itlets the action run1?$/);
      await expect(page.locator('label').filter({ hasText: 'Go on' })).toHaveText(/^⛔Go on2?$/);
      await page.getByRole('radio', { name: 'Stop it lets the action run' }).check();
      await page.getByRole('button', { name: 'Send decision' }).click();
      await expect(page.getByRole('status').getByText('Approved: Stop it')).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: info.outputPath(`approved-${colorScheme}.png`), fullPage: true });
        await expectReadable(page);
      }
    });
  });
}

test('the closing words are those of the gateway, on the page and in the list', async ({ page, fixture }, info) => {
  const answered = async (value: 'approve' | 'reject', reason?: string) => {
    const id = await fixture.ask(`${value}: may I?`, { ...asked, labels });
    const body = { type: 'decision', value, ...(reason !== undefined && { reason }) } as const;
    await fixture.operators.operator.call(answerPrompt, { params: { id }, body });
    return id;
  };
  await answered('approve');
  const rejected = await answered('reject', 'Not today');
  await open(page, pathOf(rejected));
  const row = (question: string) => page.getByRole('link', { name: new RegExp(question.replace('?', String.raw`\?`)) });
  await expect(row('approve: may I?')).toContainText('Approved: Stop it');
  await expect(row('reject: may I?')).toContainText('Rejected: Go on');
  await expect(page.getByRole('status').getByText('Rejected: Go on')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: info.outputPath(`rejected-${colorScheme}.png`), fullPage: true });
    await expectReadable(page);
  }
});

test('options without approving_options let no action run, and a text does not either', async ({ page, fixture }) => {
  const id = await fixture.ask('Which way?', { action, options: ['✅ Yes', 'No'], allow_text: true });
  await open(page, pathOf(id));
  await expect(page.locator('label').filter({ hasText: 'Yes' })).toHaveText(/^⛔Yes1?$/);
  await expect(page.getByText('lets the action run')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').getByText('Rejected: Yes')).toBeVisible();
  expect((await fixture.agent(getPrompt, { params: { id } })).answer).toBe('✅ Yes');
});

test('a prompt without an action has neither parts nor signs', async ({ page, fixture }) => {
  const id = await fixture.ask('Shall we go?', { options: ['✅ Yes', 'No'] });
  await open(page, pathOf(id));
  await expect(page.locator('label').filter({ hasText: 'Yes' })).toHaveText(/^✅ Yes1?$/);
  await expect(page.locator('label').filter({ hasText: 'No' })).toHaveText(/^No2?$/);
  await expect(page.getByText('The agent says')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').getByText('✅ Yes', { exact: true })).toBeVisible();
});

test('a chat that could not show the whole action says that no answer from it lets the action run', async ({
  page,
  fixture,
}, info) => {
  const id = await fixture.ask('In full?', asked);
  await page.route(`**/v1/prompts/*`, async (route) => {
    const response = await route.fetch();
    const record = await response.json();
    if (record.id !== id) return await route.fulfill({ response });
    const { platform, chat_id, channel_id } = record;
    const post = { channel_id, platform, chat_id, message_id: '1', failed: null, closed_at: null, uninspectable: true };
    await route.fulfill({ response, json: { ...record, posts: [post] } });
  });
  await open(page, pathOf(id));
  await expect(page.getByRole('list', { name: 'Chats' })).toContainText(
    'Could not show the whole action: no answer from this chat lets it run. Answer here instead.',
  );
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('uninspectable.png'), fullPage: true });
});
