import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listPeople } from '@gateway/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

const cli = fileURLToPath(new URL('../../apps/gateway/dist/cli.js', import.meta.url));

const declared = `
people: [{ person_id: file-lin, name: Lin of the file }]
groups: [{ group_id: file-team, name: Team of the file, members: [file-lin] }]
policies: [{ policy_id: file-policy, name: Policy of the file }]
channels:
  - channel_id: from-file
    platform: telegram
    channel_type: PROMPT
    target_chat_id: "4711"
    credentials: { bot_token: "\${BOT_TOKEN}" }
`;

/** Applies a configuration file named gateway.yaml to the running gateway. */
async function apply({ data, platform }: Fixture, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-managed-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, text);
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: data, BOT_TOKEN: platform.token };
  await promisify(execFile)(process.execPath, [cli, 'apply', '--prune', file], { env });
  await rm(folder, { recursive: true });
}

/** The actions of a record are disabled, and say that the file manages it. */
async function expectManaged(page: Page, place: Locator, name: string): Promise<void> {
  const item = place.locator('li, tr').filter({ hasText: name });
  await expect(item.getByText('Managed by gateway.yaml')).toBeVisible();
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeDisabled();
}

test('records of a configuration file name the file and cannot be changed, until the file releases them', async ({
  page,
  fixture,
}) => {
  await apply(fixture, declared);
  // The gateway remembers for seconds which records files manage, and another process applied this one.
  const managed = async () => (await fixture.agent(listPeople, {})).find(({ person_id }) => person_id === 'file-lin');
  await expect.poll(async () => (await managed())?.managed_by).toBeTruthy();
  await open(page, 'people', 'People');
  await expectManaged(page, page.getByRole('table', { name: 'People' }), 'Lin of the file');
  await open(page, 'people?tab=groups', 'People');
  await expectManaged(page, page.getByRole('list', { name: 'Groups' }), 'Team of the file');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/managed-people.png' });

  await open(page, 'policies', 'Policies');
  await expectManaged(page, page.getByRole('list', { name: 'Policies' }), 'Policy of the file');
  await expectAccessible(page);
  await page.setViewportSize(phone.viewport);
  await open(page, 'channels/from-file', /from-file/);
  await expect(page.getByText('Managed by', { exact: true }).locator('..')).toContainText('gateway.yaml');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/managed-channel-phone.png', fullPage: true });

  await apply(fixture, 'people: []');
  await open(page, 'people', 'People');
  await expect(page.getByText('Lin of the file')).toHaveCount(0);
});
