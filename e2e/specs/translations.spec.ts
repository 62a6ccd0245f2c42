import { listDeliveries } from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { collectData, sharedWords, textsIn, untranslated } from '../support/page-texts.js';
import { pages } from '../support/pages.js';
import { expect, open, test } from '../support/test.js';
import { limitMs } from '../support/limits.js';

/** Dialogs, steps and filters that a link opens. */
const views = [
  { name: 'prompt-dialog', path: 'prompts?ask=true' },
  { name: 'prompts-all', path: 'prompts?state=all' },
  { name: 'prompts-none', path: 'prompts?q=nothing-has-this-text' },
  { name: 'key-dialog', path: 'keys?create=true' },
  { name: 'wizard', path: 'channels/+new' },
  { name: 'wizard-guide', path: 'channels/+new?platform=telegram&step=guide' },
  { name: 'wizard-connect', path: 'channels/+new?platform=telegram&step=connect' },
  { name: 'channel-created', path: 'channels/approvals?created=true' },
  { name: 'channels-none', path: 'channels?q=nothing-has-this-text' },
  { name: 'audit-none', path: 'audit?actor=k-0' },
  { name: 'groups', path: 'people?tab=groups' },
  { name: 'people-none', path: 'people?q=nothing-has-this-text' },
  { name: 'signatures', path: 'api/signatures' },
  { name: 'not-found', path: 'no/such/page' },
];

const signedOut = [
  { name: 'sign-in', path: 'login' },
  { name: 'session-ended', path: 'login?ended=true' },
  { name: 'signed-out', path: 'login?out=true' },
  { name: 'invitation', path: 'invite#token=none' },
  { name: 'reset', path: 'reset#token=none' },
];

/** Buttons above a page that open a dialog. */
const dialogs: Readonly<Record<string, number>> = { people: 2, policies: 1, rules: 1, operators: 1 };

const widths = { en: [1280, 390], de: [1280, 1024, 390] } as const;

// The invalid links and the missing page are refused.
test.use({ expectedErrors: /40[04]/ });

// On two workers.
test.describe.configure({ mode: 'parallel' });

/** Opens a page in a language and returns its texts: in a wide and in a narrow window, with its menus and dialogs. */
async function readPage(page: Page, language: keyof typeof widths, { name, path }: (typeof views)[number]) {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  // An address that differs from the last one only after # would not load the page again.
  await page.goto('about:blank');
  const texts: string[] = [];
  for (const width of widths[language]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 1280) await openView(page, path);
    await openDetails(page);
    texts.push(...(await textsIn(page, 'body')));
    expect.soft(await overflowOf(page), `${language}: overflow of ${name} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  if (language === 'de') await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  // A dialog covers what is behind it.
  if ((await page.getByRole('dialog').count()) === 0) texts.push(...(await popupTexts(page, dialogs[name] ?? 0)));
  return texts;
}

/** What the menus and dialogs of a page say that one click opens. */
async function popupTexts(page: Page, dialogCount: number): Promise<string[]> {
  const texts: string[] = [];
  const menus = page.locator('main [aria-haspopup=menu]').filter({ visible: true });
  const buttons = page.locator('main header button');
  const popups = [
    ...Array.from({ length: Math.min(await menus.count(), 3) }, (_, index) => menus.nth(index)),
    ...Array.from({ length: dialogCount }, (_, index) => buttons.nth(index)),
  ];
  for (const opener of popups) {
    await opener.click();
    const popup = page.locator('[role=menu], [role=dialog]');
    await expect(popup).toBeVisible();
    await openDetails(page);
    texts.push(...(await textsIn(page, 'body')));
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  }
  return texts;
}

/** As `open`, also when a dialog covers the heading of the page. */
async function openView(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('h1').or(page.getByRole('dialog')).first()).toBeVisible();
  // The file of the dialog is loaded after the page.
  if (path.endsWith('?ask=true')) await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: limitMs(20_000) });
}

const openDetails = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function compare(page: Page, views: readonly { readonly name: string; readonly path: string }[]) {
  const data = collectData(page.context());
  const shared = sharedWords();
  await page.goto('no/such/page');
  for (const view of views) {
    await test.step(view.name, async () => {
      const english = await readPage(page, 'en', view);
      const german = await readPage(page, 'de', view);
      const same = untranslated(english, german, await data(), shared);
      expect.soft([...new Set(same)], `${view.name}: texts that are the same in German`).toEqual([]);
    });
  }
}

test('every page is translated, accessible and inside the window in German', async ({ page }) => {
  test.setTimeout(limitMs(240_000));
  await compare(page, pages);
});

test('steps, dialogs and empty lists are translated, accessible and inside the window in German', async ({
  page,
  fixture,
}) => {
  test.setTimeout(limitMs(240_000));
  const [delivery] = await fixture.agent(listDeliveries, { query: { state: 'dead' } });
  await compare(page, [...views, { name: 'delivery', path: `deliveries?id=${delivery?.id}` }]);
});

test.describe('signed out', () => {
  test.use({ as: null });
  test('the sign-in and one-time links are translated', async ({ page }) => {
    test.setTimeout(limitMs(120_000));
    await compare(page, signedOut);
  });
});

test.describe('in German', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('language', 'de')));

  test('numbers and times follow German in an English browser', async ({ page, fixture }) => {
    const id = await fixture.ask('Shall the figures be German?');
    await page.clock.install({ time: Date.now() + 3 * 60_000 + 5000 });
    await page.route('**/v1/status', async (route) => {
      const response = await route.fetch();
      // The page may have left while the answer was under way.
      const status = await response.json().catch(() => null);
      if (status !== null) await route.fulfill({ response, json: { ...status, prompts_pending: 1204 } });
    });
    await open(page, `prompts/${id.slice(1)}`, /.*/);
    const created = page.getByText('vor 3 Min.', { exact: true }).filter({ visible: true }).first();
    await expect(created).toHaveAttribute('title', /^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d$/);
    await open(page, '', /.*/);
    await expect(page.getByRole('main').getByText('1.204', { exact: true }).first()).toBeVisible();
  });

  test('the palette finds a page and an action by the German and by the English name', async ({ page }) => {
    await open(page, '');
    for (const [typed, found] of [
      ['zustellungen', 'Zustellungen'],
      ['deliveries', 'Zustellungen'],
      ['neue anfrage', 'Neue Anfrage'],
      ['new prompt', 'Neue Anfrage'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Suche und Befehle' }).fill(typed);
      await expect(page.getByRole('option', { name: found })).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText('Strg K');
  });
});

test('a text that is the same in both languages is reported, unless it is data or a shared term', () => {
  const data = new Set(['approvals', 'Emma', 'Northwind']);
  const shared = new Set(['api']);
  const same = [
    'Answered by Emma',
    'approvals · Emma',
    'API',
    'OK',
    '12:30',
    'event=prompt.answered',
    'approvalsettings',
  ];
  expect(untranslated([...same, 'Save'], [...same, 'Speichern'], data, shared)).toEqual([
    'Answered by Emma',
    'approvalsettings',
  ]);
});
