import { expect, test } from '@playwright/test';
import { signOut } from '@gateway/contract';
import { createOperators, signInAgain } from '../support/operators.js';
import { startBareGateway } from '../support/fixture.js';

test('without API keys, a sign-out elsewhere leads an open page to the sign-in', async ({ page, context }) => {
  const { gateway, close } = await startBareGateway();
  try {
    const { owner } = await createOperators(gateway.url, await gateway.setUpLink());
    const { call, cookie } = await signInAgain(gateway.url, owner);
    await context.addCookies([cookie]);
    await page.goto(`${gateway.url}/console/prompts`);
    await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
    await call(signOut, {});
    await expect(page.getByText('Your session has ended.')).toBeVisible();
  } finally {
    await close();
  }
});
