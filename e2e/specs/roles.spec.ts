import { GatewayError, answerPrompt, createKey, getSigningSecret, listPrompts } from '@gateway/contract';
import { expect, open, test } from '../support/test.js';

const pages = [
  '',
  'prompts',
  'conversations',
  'channels',
  'deliveries',
  'keys',
  'retention',
  'operators',
  'account',
  'platforms',
  'audit',
  'health',
  'api',
];

// The owner's are looked at one by one elsewhere.
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

  test('sees a question and cannot answer it, here nor by calling the interface', async ({ page, world }) => {
    const id = await world.ask('May a viewer answer?');
    await open(page, `prompts/${id.slice(1)}`);
    await expect(page.getByRole('radio', { name: 'Approve' })).toBeDisabled();
    await expect(page.getByText('Your role may read prompts, but not answer them.')).toBeVisible();

    const refused = world.people.viewer.call(answerPrompt, {
      params: { id },
      body: { type: 'option', value: 'Approve' },
    });
    expect(await refusal(refused)).toBe(403);
    await expect(world.people.viewer.call(listPrompts, {})).resolves.toBeInstanceOf(Array);
  });
});

test.describe('an operator', () => {
  test.use({ as: 'operator' });

  test('answers questions, and leaves keys and secrets to the owner', async ({ page, world }) => {
    const id = await world.ask('May an operator answer?');
    await open(page, `prompts/${id.slice(1)}`);
    await page.getByRole('radio', { name: 'Approve' }).check();
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByRole('status').getByText(/Grace Hopper answered in the console/)).toBeVisible();

    await open(page, 'keys');
    await expect(page.getByRole('button', { name: /create/i }).first()).toHaveAttribute('aria-disabled', 'true');
    const { call } = world.people.operator;
    expect(await refusal(call(createKey, { body: { name: 'mine', preset: 'agent' } }))).toBe(403);
    expect(await refusal(call(getSigningSecret, {}))).toBe(403);
  });
});

async function refusal(call: Promise<unknown>): Promise<number | null> {
  return call.then(
    () => null,
    (error: unknown) => (error instanceof GatewayError ? error.status : null),
  );
}
