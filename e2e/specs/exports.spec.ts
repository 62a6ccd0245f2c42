import { readFile } from 'node:fs/promises';
import { listOperatorSessions } from '@gateway/contract';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { createOperatorWith } from '../support/operators.js';
import { expect, open, test } from '../support/test.js';

test('downloads the prompts on screen as CSV', async ({ page, fixture }) => {
  const id = await fixture.ask('Is this prompt in the file?');
  await open(page, 'prompts?q=in%20the%20file');
  await expect(page.getByRole('link', { name: /in the file/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export prompts' }).click();
  await expectReadable(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^prompts-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${id}","${id.slice(1)}","pending",`);
});

test('an owner ends the sessions of another operator', async ({ page, fixture }) => {
  const { owner } = fixture.operators;
  const { id } = await createOperatorWith(fixture.gateway.url, owner, 'viewer');
  await open(page, 'operators');
  await page.getByRole('button', { name: 'Actions for Edsger Dijkstra' }).last().click();
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sessions of Edsger Dijkstra' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(dialog.getByText('Edsger Dijkstra is not signed in.')).toBeVisible();
  expect(await owner.call(listOperatorSessions, { params: { id } })).toEqual([]);
});
