import { cancelPrompt, getPrompt, listPrompts } from '@gateway/contract';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import type { Fixture } from '../support/fixture.js';
import { cancelNewPrompts, pendingIds } from '../support/pending.js';
import { expect, open, test } from '../support/test.js';

test.use({
  plainPrompts: false,
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: /net::ERR_INTERNET_DISCONNECTED|Failed to load resource/,
});

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const stateOf = async ({ agent }: Fixture, id: string) => (await agent(getPrompt, { params: { id } })).state;
const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: text });

cancelNewPrompts();

test('fifty prompts are answered with the keyboard, the one that ends soonest first, and z takes one back', async ({
  page,
  fixture,
}, { annotations }) => {
  test.slow();
  const ids: string[] = [];
  // They end before the prompts of the fixture, which can be half an hour old. Up to 15 minutes are urgent.
  for (let index = 50; index >= 1; index -= 1)
    ids.unshift(
      await fixture.ask(`Refund order ${2000 + index}?`, {
        ttl_sec: index <= 15 ? 300 + index * 20 : 1000 + index * 10,
      }),
    );
  await open(page, 'prompts');
  await expect(heading(page), 'the first prompt opens by itself').toHaveText('Refund order 2001?');
  await expect(rowOf(page, 'Refund order 2001?').getByText('Urgent:')).toBeAttached();
  await expect(rowOf(page, 'Refund order 2020?').getByText('Urgent:')).not.toBeAttached();
  const pending = (await pendingIds(fixture)).length;
  await expect(page.getByRole('button', { name: `Pending ${pending}`, exact: true })).toBeVisible();

  const started = Date.now();
  for (let index = 0; index < ids.length; index += 1) {
    await expect(heading(page)).toHaveText(`Refund order ${2001 + index}?`);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    if (index !== 10) continue;
    await expect(heading(page)).toHaveText('Refund order 2012?');
    await page.keyboard.press('z');
    await expect(heading(page), 'undo opens the prompt again').toHaveText('Refund order 2011?');
    await expect(page.getByRole('radio', { name: 'Approve' }), 'with the answer as it was').toBeChecked();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
  }
  annotations.push({ type: 'time for 50 prompts', description: `${Date.now() - started} ms` });
  const answered = async () =>
    (await fixture.agent(listPrompts, { query: { ids: ids.join(',').replaceAll('#', '') } })).toReversed();
  await expect.poll(async () => (await answered()).filter(({ state }) => state === 'answered').length).toBe(50);
  expect((await answered()).map(({ prompt_num: num, answer }) => [`#${num}`, answer])).toEqual(
    ids.toReversed().map((id) => [id, id === ids[10] ? 'Reject' : 'Approve']),
  );
});

test('twelve alike prompts are answered together, and the one that was refused is told', async ({ page, fixture }) => {
  const ids: string[] = [];
  for (let index = 12; index >= 1; index -= 1)
    ids.unshift(await fixture.ask(`Pay invoice ${index}?`, { ttl_sec: 1000 + index }));
  await fixture.ask('Which colour?', { options: ['Red', 'Blue'], ttl_sec: 2000 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, 'prompts');
  await expect(heading(page)).toHaveText('Pay invoice 1?');
  await page.keyboard.press('x');
  await rowOf(page, 'Which colour?')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('13 prompts selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select only the 12 like the first' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve (12)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer 12 prompts with “Approve”?' });
  await expect(dialog).toContainText('Pay invoice 12?');
  await fixture.agent(cancelPrompt, { params: { id: ids[4] ?? '' } });
  await dialog.getByRole('button', { name: 'Send 12 answers' }).click();

  await expect(page.getByText('11 prompts answered.')).toBeVisible();
  const failure = page.getByRole('alert').filter({ hasText: `Your answer “Approve” to ${ids[4]}` });
  // Either the event of the cancellation or the refusal of the answer arrives first.
  await expect(failure).toContainText(/prompt(?: #\d+)? was cancelled/i);
  await expectAccessible(page);
  await expect(page.getByText('prompts selected')).toBeHidden();
  expect(await stateOf(fixture, ids[0] ?? '')).toBe('answered');
});

test('an answer that is not accepted within its 5 seconds says so, and is not sent later by itself', async ({
  page,
  context,
  fixture,
}) => {
  const offline = await fixture.ask('Answer while offline?', { ttl_sec: 700 });
  const taken = await fixture.ask('Answered by Emma?', { ttl_sec: 800 });
  const left = await fixture.ask('Leave the page?', { ttl_sec: 900 });
  const answer = async (text: string) => {
    await expect(heading(page)).toHaveText(text);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
  };
  await open(page, 'prompts');
  await answer('Answer while offline?');
  await context.setOffline(true);
  const failure = page.getByRole('alert').filter({ hasText: 'Your answer “Approve” to' });
  await expect(failure).toContainText('was not sent. The gateway cannot be reached.');
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  expect(await stateOf(fixture, offline)).toBe('pending');
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => stateOf(fixture, offline)).toBe('answered');

  await page.reload();
  await expect(rowOf(page, 'Leave the page?')).toBeVisible();
  await answer('Answered by Emma?');
  await fixture.agent(cancelPrompt, { params: { id: taken } });
  // Either the event of the cancellation or the refusal of the answer arrives first.
  await expect(failure).toContainText(/prompt(?: #\d+)? was cancelled/i);
  await failure.getByRole('button', { name: 'Dismiss' }).click();

  await answer('Leave the page?');
  await expect(
    page
      .getByText('Not sent yet')
      .or(page.getByText(/is sent in \d s/))
      .first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Channels' }).first().click();
  await expect.poll(() => stateOf(fixture, left), { timeout: 4000 }).toBe('answered');
});

test('a question shows Markdown, real hosts and its picture, and runs and loads nothing of its own', async ({
  page,
  fixture,
}) => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'image/png').end(Buffer.from(pixel, 'base64')),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const foreign: string[] = [];
  page.on('request', (request) => request.url().startsWith(origin) && foreign.push(request.url()));
  const text = [
    '**Deploy** `v2.4`?',
    '1. Read https://grafana.example/d/1?x=(a).',
    '2. [https://bank.example](https://evil.example/login)',
    `<img src="${origin}/html.png" onerror="document.title='hacked'"> ![x](${origin}/md.png)`,
    '[x](javascript:alert(1)) \u202Egpj.exe 🚀',
    'a'.repeat(600),
  ].join('\n');
  const id = await fixture.ask(text, {
    media_url: `${origin}/chart.png`,
    options: null,
    decisions: ['approve', 'reject'],
    action: { name: 'deploy', args: { long: 'x'.repeat(10_000), nested: { to: ['eu', 'us'] }, rtl: 'שלום \u202Etxt' } },
  });
  await open(page, `prompts/${id.slice(1)}`);
  const question = heading(page);
  await expect(question.locator('strong')).toHaveText('Deploy');
  await expect(question.getByRole('link', { name: 'https://grafana.example/d/1?x=(a)', exact: true })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await expect(question).toContainText('https://bank.example (evil.example)');
  await expect(question).toContainText('<img src=');
  await expect(question.locator('img, script')).toHaveCount(0);
  await expect(question.getByRole('link')).toHaveCount(4);
  await expect
    .poll(() =>
      page.getByAltText('Attachment of the prompt').evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Show as text' }).click();
  await expect(question).toContainText('**Deploy** `v2.4`?');

  const args = page.getByRole('table', { name: 'Arguments' });
  await expect(args.getByRole('row', { name: /rtl/ })).toContainText(String.raw`\u{202e}txt`);
  await args.getByRole('button', { name: 'Show all 10,000 characters' }).click();
  await expect(args.getByRole('row', { name: /long/ })).toContainText('x'.repeat(10_000));
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang, `sideways at ${size.width}`).toBe(0);
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
  expect(foreign, 'requests of the browser to the host of the attachment').toEqual([]);
  server.close();
});
