import {
  answerPrompt,
  createPerson,
  createPolicy,
  getPrompt,
  getSession,
  handOverPrompt,
  takePrompt,
  updatePerson,
} from '@gateway/contract';
import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable } from '../support/accessible.js';
import { phone } from '../support/browser.mjs';
import type { Fixture } from '../support/fixture.js';
import { expect, open, test } from '../support/test.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pathOf = (id: string) => `prompts/${id.slice(1)}`;
const card = (page: Page) => page.getByRole('region', { name: 'Who looks after it' });
const row = (page: Page, text: string) => page.getByRole('list', { name: 'Prompts' }).getByRole('link', { name: text });
const takerOf = async (fixture: Fixture, id: string) =>
  (await fixture.agent(getPrompt, { params: { id } })).taken_by?.name ?? null;

const steps = [
  { after_sec: 900, remind: true as const },
  { after_sec: 2700, channels: ['approvals'] },
];

/** A policy whose steps wait for an hour while somebody has the prompt. */
async function addPolicy({ operators }: Fixture, policy_id: string): Promise<void> {
  const body = { policy_id, name: 'On call', steps, pause_steps_while_taken_sec: 3600 };
  await operators.owner.call(createPolicy, { body });
}

const addPerson = ({ operators }: Fixture, person_id: string, name: string) =>
  operators.owner.call(createPerson, { body: { person_id, name } });

test('an operator takes a prompt and releases it, with the mouse and with the key h', async ({ page, fixture }) => {
  const id = await fixture.ask('Who takes this one?');
  await open(page, pathOf(id));
  await expect(card(page).getByText('No one has said that they look after it')).toBeVisible();
  await card(page).getByRole('button', { name: 'I have it' }).click();
  await expect(card(page).getByText(/^You have it, since \d\d:\d\d$/)).toBeVisible();
  await expect(row(page, 'Who takes this one?').getByText('Ada Lovelace has it')).toBeAttached();
  expect(await takerOf(fixture, id)).toBe('Ada Lovelace');
  await expect(card(page).getByRole('button', { name: 'I have it' })).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Release' }).click();
  await expect(card(page).getByRole('button', { name: 'I have it' })).toBeFocused();
  expect(await takerOf(fixture, id)).toBeNull();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('I have it: look after the open prompt');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await row(page, 'Who takes this one?').focus();
  await page.keyboard.press('h');
  await expect(card(page).getByText(/^You have it/)).toBeVisible();
  expect(await takerOf(fixture, id)).toBe('Ada Lovelace');
});

test('a prompt that another operator takes is marked in the open list and page, and can be released', async ({
  page,
  fixture,
}) => {
  const id = await fixture.ask('Does Grace have this?');
  await open(page, pathOf(id));
  await expect(card(page)).toBeVisible();
  await fixture.operators.operator.call(takePrompt, { params: { id } });
  await expect(card(page).getByText(/^Grace Hopper has it, since/)).toBeVisible();
  await expect(row(page, 'Does Grace have this?').getByText('Grace Hopper has it')).toBeAttached();
  await card(page).getByRole('button', { name: 'Release' }).click();
  await expect(card(page).getByText('No one has said that they look after it')).toBeVisible();
  // The button is gone, so the line has the focus.
  await expect(card(page).getByRole('status')).toBeFocused();
  await expect(row(page, 'Does Grace have this?').getByText('Grace Hopper has it')).toHaveCount(0);
});

test.describe('handing over', () => {
  test.use({ expectedErrors: /400/ });

  test('names the person, and shows at the field why somebody cannot have the prompt', async ({ page, fixture }) => {
    await addPerson(fixture, 'barbara', 'Barbara Liskov');
    await addPerson(fixture, 'donald', 'Donald Knuth');
    const { call } = fixture.operators.owner;
    // The owner who is signed in.
    const { operator } = await call(getSession, {});
    await call(createPerson, {
      body: { person_id: 'taking-ada', name: 'Ada Byron', operator_id: operator?.id ?? null },
    });
    const approvers = [{ person: 'barbara' }, { person: 'taking-ada' }];
    const id = await fixture.ask('Shall Barbara take over?', { approvers });
    await open(page, pathOf(id));
    await card(page).getByRole('button', { name: 'Hand over…' }).click();
    const dialog = page.getByRole('dialog', { name: `Hand over ${id}` });
    const person = dialog.getByRole('combobox', { name: 'Person' });
    await expect(person).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Hand over' })).toHaveAttribute('aria-disabled', 'true');
    await person.fill('knuth');
    await person.press('Enter');
    await expect(person).toHaveValue('Donald Knuth');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(person).toHaveAccessibleDescription(/"donald" may not answer this prompt/);
    await expectAccessible(page);
    await person.fill('barbara');
    await dialog.getByRole('option', { name: /Barbara Liskov/ }).click();
    await expect(person).not.toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card(page).getByText(/^Barbara Liskov has it/)).toBeVisible();
    expect(await takerOf(fixture, id)).toBe('Barbara Liskov');
    await call(handOverPrompt, { params: { id }, body: { person_id: 'taking-ada' } });
    await expect(card(page).getByText(/^You have it/)).toBeVisible();
  });
});

test.describe('an operator who has lost the right to answer', () => {
  test.use({ as: 'operator', expectedErrors: /403/ });

  test('reads why they cannot take the prompt, and then has no buttons', async ({ page, fixture }) => {
    const { operator } = await fixture.operators.operator.call(getSession, {});
    const { call } = fixture.operators.owner;
    await call(createPerson, { body: { person_id: 'taking-grace', name: 'Grace', operator_id: operator?.id ?? null } });
    const id = await fixture.ask('May Grace still take this?', { approvers: [{ person: 'taking-grace' }] });
    await open(page, pathOf(id));
    const take = card(page).getByRole('button', { name: 'I have it' });
    // Between the click and the request, so that no event takes the button away before.
    await page.route('**/v1/prompts/*/take', async (route) => {
      await call(updatePerson, { params: { id: 'taking-grace' }, body: { operator_id: null } });
      await route.continue();
    });
    await take.click();
    await expect(page.getByRole('alert')).toContainText('may answer');
    await expect(take).toHaveCount(0);
    expect(await takerOf(fixture, id)).toBeNull();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test.describe('a prompt that is answered meanwhile', () => {
  test.use({ expectedErrors: /409/ });

  test('is not handed over, and the dialog says why', async ({ page, fixture }) => {
    await addPerson(fixture, 'too-late', 'Too Late');
    const id = await fixture.ask('Is it too late?');
    await open(page, pathOf(id));
    await card(page).getByRole('button', { name: 'Hand over…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('too late');
    await dialog.getByRole('option', { name: /Too Late/ }).click();
    await fixture.operators.operator.call(answerPrompt, { params: { id }, body: { type: 'option', value: 'Approve' } });
    await expect(card(page)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog.getByRole('alert')).toContainText('answered');
  });
});

test('an operator who may not answer a prompt has no button to take it', async ({ page, fixture }) => {
  await addPerson(fixture, 'edsger', 'Edsger Dijkstra');
  const id = await fixture.ask('Only for Edsger?', { approvers: [{ person: 'edsger' }] });
  await open(page, pathOf(id));
  await expect(page.getByText(/may answer/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have it' })).toHaveCount(0);
});

test.describe('a viewer', () => {
  test.use({ as: 'viewer' });

  test('sees who has a prompt and the coming steps, without buttons', async ({ page, fixture }) => {
    await addPolicy(fixture, 'for-viewers');
    const id = await fixture.ask('Watched?', { policy: 'for-viewers', ttl_sec: 7200 });
    await fixture.operators.operator.call(takePrompt, { params: { id } });
    await open(page, pathOf(id));
    await expect(card(page).getByText(/^Grace Hopper has it/)).toBeVisible();
    await expect(card(page).getByRole('listitem')).toHaveCount(2);
    await expect(card(page).getByRole('button')).toHaveCount(0);
  });
});

test('the coming steps have their times, and are held back while somebody has the prompt', async ({
  page,
  fixture,
}) => {
  await addPolicy(fixture, 'on-call');
  const id = await fixture.ask('What comes next?', { policy: 'on-call', ttl_sec: 7200 });
  const { created_at } = await fixture.agent(getPrompt, { params: { id } });
  const dueAt = (sec: number) => new Date(Date.parse(created_at) + sec * 1000).toISOString();
  await open(page, pathOf(id));
  const list = card(page).getByRole('list', { name: 'Coming steps, while there is no decision' });
  const [reminder, further] = [list.getByRole('listitem').first(), list.getByRole('listitem').last()];
  await expect(reminder).toContainText('A reminder is posted as a reply to the prompt.');
  await expect(further).toContainText('The prompt is also posted in approvals.');
  await expect(reminder.locator('time')).toHaveAttribute('datetime', dueAt(900));
  await expect(further.locator('time')).toHaveAttribute('datetime', dueAt(2700));

  await card(page).getByRole('button', { name: 'I have it' }).click();
  await expect(reminder).toContainText('Held back, was due');
  const { taken_at, next_step_at } = await fixture.agent(getPrompt, { params: { id } });
  const until = new Date(Date.parse(taken_at ?? '') + 3600 * 1000).toISOString();
  expect(next_step_at).toBe(until);
  for (const step of [reminder, further]) await expect(step.locator('time').first()).toHaveAttribute('datetime', until);
  await expect(reminder.locator('time').last()).toHaveAttribute('datetime', dueAt(900));
  // A step that is held back is not one that was made.
  await expect(page.getByText(/^Without a decision: a reminder/)).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Release' }).click();
  await expect(card(page).getByText('Held back')).toHaveCount(0);
  await expect(reminder.locator('time')).toHaveAttribute('datetime', dueAt(900));

  await card(page).getByRole('button', { name: 'Remind now' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await card(page).getByRole('button', { name: 'Escalate now' }).click();
  await expect(list).toHaveCount(0);
  expect((await fixture.agent(getPrompt, { params: { id } })).next_step_at).toBeNull();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('says who has a prompt', async ({ page, fixture }) => {
    const id = await fixture.ask('Auf Deutsch?');
    await open(page, pathOf(id));
    const region = page.getByRole('region', { name: 'Wer sich darum kümmert' });
    await region.getByRole('button', { name: 'Ich kümmere mich' }).click();
    await expect(region.getByText(/^Sie kümmern sich darum, seit \d\d:\d\d$/)).toBeVisible();
  });
});

for (const [name, window] of Object.entries({
  desktop: { viewport: { width: 1280, height: 900 } },
  zoomed: { viewport: { width: 640, height: 450 } },
  phone,
})) {
  test.describe(`on a ${name}`, () => {
    test.use(window);
    test('who has a prompt renders in both themes without axe violations and without overflow', async ({
      page,
      fixture,
    }) => {
      const long = `Wolfeschlegelsteinhausenbergerdorff the ${name}`;
      await addPolicy(fixture, `shown-${name}`);
      await addPerson(fixture, `long-${name}`, long);
      const text = `Does it fit on a ${name}?`;
      const id = await fixture.ask(text, { policy: `shown-${name}`, ttl_sec: 7200 });
      const to = { params: { id }, body: { person_id: `long-${name}` } };
      await fixture.operators.owner.call(handOverPrompt, to);
      for (const colorScheme of ['light', 'dark'] as const) {
        const screenshot = (of: string) =>
          page.screenshot({ path: `test-results/screenshots/${of}-${name}-${colorScheme}.png` });
        await page.emulateMedia({ colorScheme });
        await open(page, 'prompts');
        await expect(row(page, text).getByText(`${long} has it`)).toBeAttached();
        await screenshot('taken-list');
        await expectReadable(page);
        await open(page, pathOf(id));
        await expect(card(page).getByText(long)).toBeVisible();
        await screenshot('taken');
        await expectAccessible(page);
        await expectReadable(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await card(page).getByRole('button', { name: 'Hand over…' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await screenshot('hand-over');
        await expectAccessible(page);
      }
    });
  });
}
