import { createPrompt, getPrompt } from '@gateway/contract';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('the files of an answer are on its page: a picture is shown, another file is downloaded', async ({
  page,
  fixture,
}) => {
  const { agent, platform } = fixture;
  const answerWith = async (name: string, type: string, bytes: Buffer) => {
    const body = { channel_id: 'approvals', text: `Send ${name}`, allow_text: true, allow_attachments: true };
    const { prompt_id: id, message_id: question } = await agent(createPrompt, { body });
    const { chat_id: chat } = await agent(getPrompt, { params: { id } });
    platform.sendFiles({
      chat: Number(chat),
      user: Number(chat),
      files: [{ name, type, bytes }],
      replyTo: Number(question),
    });
    await expect.poll(async () => (await agent(getPrompt, { params: { id } })).state).toBe('answered');
    return `prompts/${id.slice(1)}`;
  };
  await open(page, await answerWith('photo.png', 'image/png', picture));
  const files = page.getByRole('list', { name: 'Files of the answer' });
  const shown = files.getByRole('img', { name: /\.png$/ });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(page.getByRole('status').filter({ has: files })).toContainText('1 file');
  await expectAccessible(page);

  await page.setViewportSize(phone.viewport);
  await open(page, await answerWith('report.txt', 'text/plain', Buffer.from('Total: 12.40 EUR')));
  await expect(files.getByRole('img')).toHaveCount(0);
  const download = page.waitForEvent('download');
  await files.getByRole('link', { name: 'report.txt' }).click();
  expect((await download).suggestedFilename()).toBe('report.txt');
  await expectAccessible(page);
});
