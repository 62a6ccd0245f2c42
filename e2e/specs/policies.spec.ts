import {
  createChannel,
  createClient,
  createGroup,
  createKey,
  createPolicy,
  deleteChannel,
  getChannel,
  getPolicy,
} from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an owner adds a policy with steps, reads it in words, changes and deletes it', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  await call(createGroup, { body: { group_id: 'release-leads', name: 'Release leads' } });
  await open(page, 'policies', 'Policies');
  await page.getByRole('button', { name: 'Add policy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Releases');
  await dialog.getByLabel('Id', { exact: true }).fill('releases');
  await dialog.getByLabel('Approvals').selectOption('2');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByLabel('Time of step 2', { exact: true }).fill('1');
  await dialog.getByLabel('Time unit of step 2').selectOption({ label: 'hours' });
  await dialog.getByLabel('Action of step 2').selectOption({ label: 'Ask in additional channels' });
  await dialog.getByRole('combobox', { name: 'Channels of step 2' }).click();
  await dialog.getByRole('option', { name: /approvals/ }).click();
  await dialog.getByRole('combobox', { name: /^Approvers of step 2 / }).fill('leads');
  await dialog.getByRole('option', { name: /Release leads/ }).click();
  await dialog.getByLabel(/^Wait while somebody has it/).fill('30');
  await dialog.getByLabel('On timeout').selectOption({ label: 'Reject' });
  const summary = dialog.getByRole('region', { name: 'Summary' });
  for (const sentence of [
    '2 people must approve or choose the same option.',
    'After 15 minutes without a decision: a reminder is posted as a reply to the prompt.',
    'After 1 hour without a decision: the prompt is also posted in approvals, and these may answer as well: the group Release leads.',
    'While somebody has the prompt, a step waits for 30 minutes at most.',
    'Without a decision in time, the prompt is rejected.',
  ])
    await expect(summary.getByText(sentence)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Policies' }).getByText('Releases', { exact: true })).toBeVisible();
  expect(await call(getPolicy, { params: { id: 'releases' } })).toMatchObject({
    approvals: 2,
    steps: [
      { after_sec: 900, remind: true },
      { after_sec: 3600, channels: ['approvals'], approvers: [{ group: 'release-leads' }] },
    ],
    pause_steps_while_taken_sec: 1800,
    on_timeout: { decision: 'reject' },
  });

  await page.getByRole('button', { name: 'Actions for Releases' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Remove step 2' }).click();
  await dialog.getByLabel('On timeout').selectOption({ label: 'Answer with an option' });
  await dialog.getByLabel('Option label').fill('Later');
  const pause = dialog.getByLabel(/^Wait while somebody has it/);
  await expect(pause).toHaveValue('30');
  await pause.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Until then, its preview has the same words.
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/answered with “Later”/)).toBeVisible();
  expect((await call(getPolicy, { params: { id: 'releases' } })).pause_steps_while_taken_sec).toBe(0);
  await page.getByRole('button', { name: 'Actions for Releases' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Releases', { exact: true })).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('forms of policies and people name missing values themselves, and focus the first', async ({ page }) => {
    await open(page, 'policies', 'Richtlinien');
    await page.getByRole('button', { name: 'Richtlinie hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Schritt hinzufügen' }).click();
    const time = dialog.getByRole('spinbutton', { name: 'Zeit von Schritt 1' });
    await time.fill('');
    await dialog.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/Geben Sie einen Wert ein/);
    await expect(time).toHaveAccessibleDescription(/Geben Sie einen Wert ein/);
    await expectAccessible(page);
    await name.fill('Vier Augen');
    await expect(name).not.toHaveAttribute('aria-invalid', 'true');
    await open(page, 'people', 'Personen');
    await page.getByRole('button', { name: 'Person hinzufügen' }).click();
    await dialog.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    await expect(dialog.getByText('Geben Sie einen Wert ein.')).toHaveCount(2);
  });
});

test('an owner sets the approvers and the policy of a channel, and removes both', async ({ page, fixture }) => {
  const { call } = fixture.operators.owner;
  await call(createGroup, { body: { group_id: 'on-call', name: 'On call' } });
  await call(createPolicy, { body: { policy_id: 'one', name: 'One of them' } });
  const edit = async () => {
    await open(page, 'channels/approvals');
    await page.getByRole('button', { name: 'Edit' }).click();
  };
  await edit();
  await page.getByRole('combobox', { name: /^Approvers/ }).fill('on-call');
  await page.getByRole('option', { name: /On call/ }).click();
  await page.getByLabel(/user id on the platform/).fill('4711');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByLabel(/^Policy/).selectOption({ label: 'One of them' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('the group On call or the user 4711')).toBeVisible();
  expect(await call(getChannel, { params: { id: 'approvals' } })).toMatchObject({
    approvers: [{ group: 'on-call' }, { user_id: '4711' }],
    policy: 'one',
  });
  await edit();
  await page.getByRole('button', { name: 'Remove the group On call' }).click();
  await page.getByRole('button', { name: 'Remove the user 4711' }).click();
  await page.getByLabel(/^Policy/).selectOption({ label: 'None' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('the group On call')).toHaveCount(0);
  const channel = await call(getChannel, { params: { id: 'approvals' } });
  expect([channel.approvers, channel.policy]).toEqual([undefined, undefined]);
});

test('an owner enters the credentials of a channel again that an agent registered, and then sets its approvers', async ({
  page,
  fixture: { gateway, operators, platform },
}) => {
  const { call } = operators.owner;
  const { key: apiKey } = await call(createKey, { body: { name: 'Deployer', preset: 'agent' } });
  const id = 'of-an-agent';
  await createClient({ baseUrl: gateway.url, apiKey })(createChannel, {
    body: {
      channel_id: id,
      platform: 'telegram',
      channel_type: 'PROMPT',
      target_chat_id: '4711',
      credentials: { bot_token: platform.token },
    },
  });
  await call(createPolicy, { body: { policy_id: 'proven', name: 'Only proven' } });
  await open(page, `channels/${id}`);
  const setter = page.getByText('Credentials set by').locator('..');
  await expect(setter).toContainText('API key Deployer, ');
  await expect(setter).toContainText('Approvers and policies need the credentials to be entered again');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel(/^Policy/).selectOption({ label: 'Only proven' });
  await expect(page.getByText('Enter all credentials again to set approvers or a policy.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.getByLabel('Bot token', { exact: true }).fill(platform.token);
  await save.click();
  await expect(setter).not.toContainText('API key Deployer');
  await expect(page.getByText('Approvers and policies need')).toHaveCount(0);
  expect(await call(getChannel, { params: { id } })).toMatchObject({
    policy: 'proven',
    credentials_proven: true,
    credentials_set_by: { kind: 'operator' },
  });
  await call(deleteChannel, { params: { id } });
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('reads policies, and cannot change them', async ({ page }) => {
    await open(page, 'policies');
    await expect(page.getByRole('button', { name: 'Add policy' })).toHaveAttribute('aria-disabled', 'true');
  });
});

for (const [name, window] of Object.entries({ desktop: { viewport: { width: 1280, height: 900 } }, phone })) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('the policies and their dialog render in both themes without axe violations', async ({ page, fixture }) => {
      const shown = `Night shift (${name})`;
      const steps = [
        { after_sec: 900, remind: true as const },
        { after_sec: 7200, channels: ['approvals'] },
      ];
      const body = { policy_id: `night-${name}`, name: shown, steps, pause_steps_while_taken_sec: 1800 };
      await fixture.operators.owner.call(createPolicy, { body });
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = (of: string) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png` });
        await page.emulateMedia({ colorScheme });
        await open(page, 'policies');
        await screenshot('policies');
        await expectAccessible(page);
        await expectReadable(page);
        await page.getByRole('button', { name: `Actions for ${shown}` }).click();
        await page.getByRole('menuitem', { name: 'Change' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await screenshot('policy');
        await expectAccessible(page);
      }
    });
  });
}
