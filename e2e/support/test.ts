import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { Role } from '@gateway/contract';
import { signInAgain } from './operators.js';
import { startFixture, type Fixture } from './fixture.js';
import { limitMs } from './limits.js';

interface Options {
  /** Role of the signed-in operator; null: not signed in. */
  readonly as: Role | null;
  /** Expected messages of the browser's console. Any other error or warning fails the test. */
  readonly expectedErrors: RegExp | null;
  /** The options of the page Prompts are off: no prompt opens by itself, and an answer is sent at once. */
  readonly plainPrompts: boolean;
}

interface OfWorker {
  /** Settings of the gateway besides those of the fixture. */
  readonly settings: Readonly<Record<string, string>>;
  readonly fixture: Fixture;
}

/** The base test: a gateway with seed data (one per worker) and a page with a signed-in operator. */
export const test = base.extend<Options, OfWorker>({
  as: ['owner', { option: true }],
  expectedErrors: [null, { option: true }],
  plainPrompts: [true, { option: true }],
  settings: [{}, { option: true, scope: 'worker' }],
  fixture: [
    async ({ settings }, use) => {
      const fixture = await startFixture(settings);
      await use(fixture);
      await fixture.close();
    },
    { scope: 'worker', timeout: limitMs(60_000) },
  ],
  baseURL: async ({ fixture }, use) => use(`${fixture.gateway.url}/console/`),
  context: async ({ context, fixture, as, expectedErrors, plainPrompts }, use) => {
    if (plainPrompts) await context.addInitScript(turnOff, ['prompts-open-next', 'prompts-undo']);
    // Each test has its own session, so that a sign-out does not affect other tests.
    if (as !== null) await context.addCookies([(await signInAgain(fixture.gateway.url, fixture.operators[as])).cookie]);
    const problems = await watchBrowser(context);
    await use(context);
    const unexpected = problems.filter((line) => !expectedErrors?.test(line));
    expect(unexpected, 'errors and warnings of the browser').toEqual([]);
  },
});

function turnOff(options: readonly string[]): void {
  // Frames without an origin have no storage.
  if (origin === 'null') return;
  for (const option of options) localStorage.setItem(option, 'off');
}

/** Collects console errors and warnings, violations of the policy, uncaught exceptions, and requests to other hosts. */
export async function watchBrowser(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  // Chromium does not log a violation that the page catches, such as a probe of `eval`.
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
    ),
  );
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && hostname !== '127.0.0.1')
      problems.push(`request to another host: ${href}`);
  });
  return problems;
}

/** Opens a page of the console and waits for its heading and for the end of all skeletons. */
export async function open(page: Page, path: string, heading?: string | RegExp): Promise<void> {
  await page.goto(path);
  const first = page.getByRole('heading', { level: 1, ...(heading !== undefined && { name: heading }) });
  await expect(first).toBeVisible();
  // The navigation and the shortcuts are loaded after the page.
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: limitMs(20_000) });
}

export { expect };
