import { expectAccessible } from '../support/accessible.js';
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

test('every page stands, without a complaint of the browser or of axe', async ({ page }, { project }) => {
  test.setTimeout(240_000);
  for (const { name, path } of pages) {
    await test.step(name, async () => {
      await open(page, path);
      await page.screenshot({ path: `test-results/screenshots/${name}-${project.name}.png`, fullPage: true });
      await expectAccessible(page);
    });
  }
});
