import { sendMessage } from '@gateway/contract';
import { cancelNewPrompts } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

cancelNewPrompts();

test('a question, its options and messages show changes of direction as escapes', async ({ page, fixture }) => {
  const id = await fixture.ask('Open \u202Egnp.exe? 👨‍👩‍👧', { allow_text: true, options: ['Later', 'No'] });
  await fixture.agent(sendMessage, { body: { channel_id: 'support', text: 'See \u202Egnp.exe' } });
  await open(page, `prompts/${id.slice(1)}`);
  const shown = String.raw`Open \u{202e}gnp.exe? 👨‍👩‍👧`;
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(shown);
  await expect(page.getByRole('list', { name: 'Prompts' }).getByText(shown)).toBeVisible();
  await page.getByRole('textbox', { name: 'Or enter an answer' }).fill('\u202Eevorppa');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').getByText(String.raw`\u{202e}evorppa`)).toBeVisible();
  await open(page, 'conversations/support');
  const message = page.getByRole('main').getByText(String.raw`See \u{202e}gnp.exe`);
  await expect(message).toHaveCount(2);
});

test('the list, the title and the palette show a question without the marks of Markdown', async ({ page, fixture }) => {
  const id = await fixture.ask('**Ship** `build 882` to [staging](https://ci.example.com/1) _now_?');
  const plain = 'Ship build 882 to staging now?';
  await open(page, `prompts/${id.slice(1)}`);
  await expect(page.getByRole('list', { name: 'Prompts' }).getByText(plain)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`${id} Ship build 882`));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('build 882');
  await expect(page.getByRole('option', { name: `${id} ${plain}` })).toBeVisible();
});
