import {
  GatewayError,
  answerPrompt,
  createKey,
  getSigningSecret,
  listPrompts,
  updateOperator,
} from '@gateway/contract';
import { createOperatorWith } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';

const pages = [
  '',
  'prompts',
  'conversations',
  'channels',
  'deliveries',
  'people',
  'keys',
  'retention',
  'operators',
  'account',
  'platforms',
  'audit',
  'health',
  'api',
];

// pages.spec.ts covers the owner.
for (const role of ['operator', 'viewer'] as const) {
  test.describe(`as ${role}`, () => {
    test.use({ as: role });
    test('every page opens', async ({ page }) => {
      test.slow();
      for (const path of pages) await open(page, path);
    });
  });
}

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('sees no count of prompts that wait for the own answer, and no state in a list of pending prompts', async ({
    page,
    fixture,
  }) => {
    await fixture.ask('May a viewer be asked?');
    const counted: string[] = [];
    page.on('request', (request) => counted.push(request.url()));
    await open(page, 'prompts');
    const row = page
      .getByRole('list', { name: 'Prompts' })
      .getByRole('listitem')
      .filter({ hasText: 'a viewer be asked' });
    await expect(row).toBeVisible();
    await expect(row.getByText('Pending')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Pending \d/ })).toBeVisible();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await expect(page.getByRole('button', { name: 'Waiting for me', exact: true })).toBeVisible();
    expect(counted.filter((url) => url.includes('/waiting'))).toEqual([]);
  });

  test('sees a prompt but cannot answer it in the console or through the API', async ({ page, fixture }) => {
    const id = await fixture.ask('May a viewer answer?');
    await open(page, `prompts/${id.slice(1)}`);
    await expect(page.getByRole('radio', { name: 'Approve' })).toBeDisabled();
    const sentence = page.getByText('Your role can read prompts but cannot answer them.');
    // A phone shows it at another place.
    await expect(sentence.filter({ visible: true })).toHaveCount(1);

    const refused = fixture.operators.viewer.call(answerPrompt, {
      params: { id },
      body: { type: 'option', value: 'Approve' },
    });
    expect(await statusOf(refused)).toBe(403);
    await expect(fixture.operators.viewer.call(listPrompts, {})).resolves.toBeInstanceOf(Array);
  });
});

test.describe('an operator', () => {
  test.use({ as: 'operator' });

  test('answers prompts, but cannot create keys or read the signing secret', async ({ page, fixture }) => {
    const id = await fixture.ask('May an operator answer?');
    await open(page, `prompts/${id.slice(1)}`);
    await page.getByRole('radio', { name: 'Approve' }).check();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByRole('status').getByText(/Grace Hopper answered in the console/)).toBeVisible();

    await open(page, 'keys');
    await expect(page.getByRole('button', { name: /create/i }).first()).toHaveAttribute('aria-disabled', 'true');
    const { call } = fixture.operators.operator;
    expect(await statusOf(call(createKey, { body: { name: 'mine', preset: 'agent' } }))).toBe(403);
    expect(await statusOf(call(getSigningSecret, {}))).toBe(403);
  });
});

test('a role that changes is shown in an open page, and its actions follow', async ({ page, context, fixture }) => {
  const { owner } = fixture.operators;
  const { cookie, id } = await createOperatorWith(fixture.gateway.url, owner, 'operator');
  await context.clearCookies();
  await context.addCookies([cookie]);
  await open(page, 'channels');
  const account = page.getByRole('button', { name: /Edsger Dijkstra/ });
  await expect(account).toContainText(/operator/i);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  await owner.call(updateOperator, { params: { id }, body: { role: 'viewer' } });
  await expect(account).toContainText(/viewer/i);
});

/** The status of a refused call; null when the call succeeds. */
async function statusOf(call: Promise<unknown>): Promise<number | null> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof GatewayError ? error.status : null),
  );
}
