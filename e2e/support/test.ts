import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { Role } from '@gateway/contract';
import { signInAgain } from './people.js';
import { startWorld, type World } from './world.js';

interface Options {
  /** Who is signed in; null: nobody. */
  readonly as: Role | null;
  /** Messages of the browser's console that a test provokes; any other one fails it. */
  readonly expectedErrors: RegExp | null;
}

/** What every test begins with: a furnished gateway (one per worker) and a page in which somebody is signed in. */
export const test = base.extend<Options, { readonly world: World }>({
  as: ['owner', { option: true }],
  expectedErrors: [null, { option: true }],
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(`${world.gateway.url}/console/`),
  context: async ({ context, world, as, expectedErrors }, use) => {
    // A session of the test's own: signing out ends no other test's.
    if (as !== null) await context.addCookies([(await signInAgain(world.gateway.url, world.people[as])).cookie]);
    const complaints = watch(context);
    await use(context);
    const unexpected = complaints.filter((line) => !expectedErrors?.test(line));
    expect(unexpected, 'what the browser complained of').toEqual([]);
  },
});

/** Collects what a browser says in its console, what pages throw, and every request that leaves this machine. */
export function watch(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && hostname !== '127.0.0.1')
      complaints.push(`asked elsewhere: ${href}`);
  });
  return complaints;
}

/** Opens a page of the console and waits until it stands: its heading is there, and no skeleton any more. */
export async function open(page: Page, path: string, heading?: string | RegExp): Promise<void> {
  await page.goto(path);
  const first = page.getByRole('heading', { level: 1, ...(heading !== undefined && { name: heading }) });
  await expect(first).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 20_000 });
}

export { expect };
