import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.js';

/** Expects no axe violation of WCAG 2.2 AA and of axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(
    axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  );
}

/** The subset of checks that depends on the theme: contrast. */
export async function expectReadable(page: Page): Promise<void> {
  await renderSkippedRows(page);
  await expectNoViolations(axe(page).withRules(['color-contrast', 'link-in-text-block']));
}

/** Rows skipped by `content-visibility` keep the old theme's colours until they are rendered. */
async function renderSkippedRows(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Legacy mode avoids the extra page that axe opens to merge the results of frames. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

async function expectNoViolations(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  expect
    .soft(
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
      ),
    )
    .toEqual([]);
}
