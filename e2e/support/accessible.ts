import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.js';

/** WCAG 2.2 at level AA, and what axe calls best practice: no violation, each told with its place. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFrom(
    axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  );
}

/** What a theme changes of that: the colours. */
export async function expectReadable(page: Page): Promise<void> {
  await renderSkippedRows(page);
  await expectNothingFrom(axe(page).withRules(['color-contrast', 'link-in-text-block']));
}

/** Rows out of sight (`content-visibility`) keep the colours of the theme before until they are rendered. */
async function renderSkippedRows(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Frames are left out: without legacy mode, axe would open a page of its own at each look to put theirs together. */
const axe = (page: Page) => new AxeBuilder({ page }).exclude('iframe').setLegacyMode();

async function expectNothingFrom(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  expect
    .soft(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
      ),
    )
    .toEqual([]);
}
