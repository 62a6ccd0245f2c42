import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { open, test } from '../support/test.js';

const pages: readonly { readonly name: string; readonly path: string }[] = [
  { name: 'overview', path: '' },
  { name: 'prompts', path: 'prompts' },
  { name: 'prompt', path: 'prompts/4?state=all' },
  { name: 'prompt-answered', path: 'prompts/2?state=all' },
  { name: 'conversations', path: 'conversations' },
  { name: 'conversation', path: 'conversations/support' },
  { name: 'channels', path: 'channels' },
  { name: 'channel', path: 'channels/approvals' },
  { name: 'deliveries', path: 'deliveries' },
  { name: 'keys', path: 'keys' },
  { name: 'retention', path: 'retention' },
  { name: 'operators', path: 'operators' },
  { name: 'account', path: 'account' },
  { name: 'platforms', path: 'platforms' },
  { name: 'audit', path: 'audit' },
  { name: 'health', path: 'health' },
  { name: 'api', path: 'api' },
];

const windows = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone,
};

// Side by side, where there are two workers.
test.describe.configure({ mode: 'parallel' });

for (const [name, window] of Object.entries(windows)) {
  test.describe(name, () => {
    test.use(window);
    test('every page stands in both themes, without a complaint of the browser or of axe', async ({ page }) => {
      test.setTimeout(240_000);
      for (const { name: of, path } of pages) {
        await test.step(of, async () => {
          await page.emulateMedia({ colorScheme: 'light' });
          await open(page, path);
          const keep = (theme: string) =>
            page.screenshot({ path: `test-results/screenshots/${of}-${name}-${theme}.png`, fullPage: true });
          await keep('light');
          await expectAccessible(page);
          await page.emulateMedia({ colorScheme: 'dark' });
          await keep('dark');
          await expectReadable(page);
        });
      }
    });
  });
}
