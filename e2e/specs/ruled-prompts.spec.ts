import { createPrompt, getPrompt, type BodyInput } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { setRules } from '../support/rules.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Other specs of the worker ask about actions, too.
test.afterAll(({ fixture }) => setRules(fixture, []));

test('the page of a prompt says what a rule decided and drew', async ({ page, fixture }) => {
  const fields = [
    { path: 'service', label: 'Service' },
    { path: 'patch', label: 'Change', as: 'diff' as const },
    { path: 'docs', label: 'Docs', as: 'link' as const },
    { path: 'target.env', label: 'Environment' },
  ];
  await setRules(fixture, [
    { rule_id: 'reads', actions: ['*.read'], then: { verdict: 'allow' } },
    { rule_id: 'drops', actions: ['db.drop'], then: { verdict: 'deny', reason: 'Drop tables by hand.' } },
    { rule_id: 'deploys', actions: ['deploy'], then: { verdict: 'ask', title: 'Deploy {{args.service}}', fields } },
  ]);
  const ask = async (name: string, args: Record<string, unknown>) => {
    const body = { text: 'May I?', channel_id: 'approvals', action: { name, args }, decisions: ['approve', 'reject'] };
    return (await fixture.agent(createPrompt, { body: body as BodyInput<typeof createPrompt> })).prompt_id;
  };
  const openPrompt = (id: string) => open(page, `prompts/${id.slice(1)}?state=all`);
  const allowed = await ask('mail.read', {});
  expect(await fixture.agent(getPrompt, { params: { id: allowed } })).toMatchObject({ decided_by: 'rule' });
  await openPrompt(allowed);
  await expect(page.getByText('Allowed by the rule reads').first()).toBeVisible();
  await expect(page.getByText(/without a message$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'reads', exact: true })).toHaveAttribute('href', /\/rules$/);
  await openPrompt(await ask('db.drop', {}));
  await expect(page.getByText('Denied by the rule drops').first()).toBeVisible();

  const url = 'https://docs.example.com/deploy';
  await openPrompt(await ask('deploy', { service: 'api', patch: '- 1\n+ 2', docs: url, 'target.env': 'night' }));
  await expect(page.getByText('Deploy api', { exact: true })).toBeVisible();
  const drawn = page.getByRole('table', { name: 'Arguments that the rule draws' });
  await expect(drawn.getByRole('row', { name: 'Service api' })).toBeVisible();
  await expect(drawn.getByText('+ 2')).toBeVisible();
  await expect(drawn.getByRole('link', { name: url })).toHaveAttribute('rel', 'noopener noreferrer');
  const others = page.getByRole('table', { name: 'Arguments', exact: true });
  await expect(others.getByRole('row')).toHaveCount(1);
  // The field draws a part of the argument `target`, which is not there.
  await expect(drawn.getByRole('row', { name: 'Environment (missing)' })).toBeVisible();
  await expect(others.getByRole('row', { name: 'target.env night' })).toBeVisible();
  await expectAccessible(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/screenshots/prompt-drawn-${colorScheme}.png`, fullPage: true });
    await expectReadable(page);
  }
  await open(page, '', 'Overview');
});
