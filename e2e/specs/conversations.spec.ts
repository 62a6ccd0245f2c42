import { createChannel, listMessages, sendMessage } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

/** Creates a MESSAGE channel with a chat of its own. Returns a function with which the person there writes. */
async function conversation(
  { agent, platform, receiver }: Fixture,
  id: string,
  person: { readonly firstName: string; readonly lastName?: string; readonly username?: string },
) {
  const chat = platform.addUser(person);
  await agent(createChannel, {
    body: {
      platform: 'telegram',
      credentials: { bot_token: platform.token },
      channel_id: id,
      target_chat_id: String(chat.id),
      channel_type: 'MESSAGE',
      callback_url: receiver.url,
    },
  });
  return async (text: string) => {
    platform.writeText({ chat, text });
    await expect.poll(async () => (await agent(listMessages, { query: { channel_id: id } }))[0]?.text).toBe(text);
  };
}

const reply = ({ agent }: Fixture, channel_id: string, text: string) =>
  agent(sendMessage, { body: { channel_id, text } });
const list = (page: Page) => page.getByRole('list', { name: 'Conversations' });
const row = (page: Page, id: string) => list(page).locator(`[data-channel="${id}"]`);
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

test('an unsent message is still in its field after a reload, and gone when it was sent or the operator signed out', async ({
  page,
  fixture,
}) => {
  await conversation(fixture, 'drafts', { firstName: 'Ida' });
  await open(page, 'conversations/drafts');
  await field(page).fill('I am looking into');
  await page.reload();
  await expect(field(page)).toHaveValue('I am looking into');
  await field(page).fill('I am looking into it.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(field(page)).toHaveValue('');
  await page.reload();
  await expect(log(page).getByText('I am looking into it.')).toBeVisible();
  await expect(field(page)).toHaveValue('');

  await field(page).fill('For later');
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft-')));
  expect(await kept()).toHaveLength(1);
  await page.getByRole('button', { name: /Ada Lovelace/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await kept()).toEqual([]);
});

test('the list and the conversation show the display name of the sender, with what hides in it', async ({
  page,
  fixture,
}) => {
  const write = await conversation(fixture, 'names', { firstName: 'Mia\u202E', lastName: 'Klein', username: 'mia_k' });
  await write('The invoice is wrong.');
  await open(page, 'conversations/names');
  const shown = String.raw`Mia\u{202e} Klein`;
  await expect(log(page)).toContainText(`${shown} (mia_k)`);
  await expect(row(page, 'names')).toContainText(`${shown}: The invoice is wrong.`);
});

test('the conversations that wait for a reply are listed with the time, the one that waits longest first', async ({
  page,
  fixture,
}) => {
  const [first, second] = [
    await conversation(fixture, 'waits-first', { firstName: 'Olga' }),
    await conversation(fixture, 'waits-second', { firstName: 'Paul' }),
  ];
  await first('Where is my parcel?');
  await second('Can I return it?');
  await first('Hello?');
  await open(page, 'conversations?find=waits-');
  await expect(row(page, 'waits-first')).toContainText(/Waits for a reply since \d\d:\d\d/);
  await page.getByRole('button', { name: 'Waiting for a reply' }).click();
  await expect(page).toHaveURL(/waiting=true/);
  await expect(list(page).getByRole('link')).toHaveText([/waits-first/, /waits-second/]);
  await expectAccessible(page);
  await row(page, 'waits-first').click();
  await expect(page).toHaveURL(/conversations\/waits-first\?.*waiting=true/);

  await reply(fixture, 'waits-first', 'It arrives today.');
  await expect(list(page).getByRole('link')).toHaveText([/waits-second/]);
  await reply(fixture, 'waits-second', 'Yes.');
  await expect(page.getByText('No conversation waits for a reply')).toBeVisible();
});

test('unread messages are counted until the conversation is opened, and begin with a line', async ({
  page,
  fixture,
}) => {
  const write = await conversation(fixture, 'rosa', { firstName: 'Rosa' });
  const unread = (text: string) => row(page, 'rosa').getByText(text, { exact: true });
  const line = log(page).getByText('New', { exact: true });
  await write('One');
  await open(page, 'conversations');
  await expect(unread('1 unread')).toBeAttached();
  await row(page, 'rosa').click();
  await expect(line).toBeVisible();
  await expect(unread('1 unread'), 'it is read').not.toBeAttached();

  await open(page, 'conversations');
  await write('Two');
  await write('Three');
  await expect(unread('2 unread')).toBeAttached();
  await row(page, 'rosa').click();
  await expect(log(page).locator('li')).toHaveText([/One/, 'New', /Two/, /Three/]);
  await expect(unread('2 unread')).not.toBeAttached();
  await expectAccessible(page);
  await page.reload();
  await expect(log(page).getByText('Three')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(line).toHaveCount(0);
});

test('a result of the search leads to the messages around it, and back to the newest', async ({ page, fixture }) => {
  await conversation(fixture, 'long', { firstName: 'Tom' });
  for (let index = 0; index < 70; index += 1)
    await reply(fixture, 'long', index === 12 ? 'The code of the locker is 4711.' : `Message ${index}.`);
  await open(page, 'conversations/long?q=locker');
  await expect(log(page).getByText('Message 13.')).toHaveCount(0);
  await log(page).getByRole('link', { name: 'Show in conversation' }).click();
  await expect(page).toHaveURL(/at=/);
  const hit = log(page).locator('li[aria-current=true]');
  await expect(hit).toContainText('4711');
  await expect(hit).toBeInViewport();
  await expect(log(page).getByText('Message 13.')).toBeVisible();
  await expect(log(page).getByText('Message 69.')).toHaveCount(0);
  await expectAccessible(page);
  const newer = log(page).getByRole('button', { name: 'Show newer messages' });
  await newer.click();
  await expect(log(page).getByText('Message 50.')).toBeAttached();
  await newer.click();
  await expect(log(page).getByText('Message 69.')).toBeAttached();
  await expect(newer).toHaveCount(0);
  await log(page).getByRole('link', { name: 'Newest messages' }).click();
  await expect(page).not.toHaveURL(/at=/);
  await expect(log(page).getByText('Message 69.')).toBeInViewport();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('locker is 4711');
  await page.getByRole('option', { name: /The code of the locker/ }).click();
  await expect(hit).toBeInViewport();
});
