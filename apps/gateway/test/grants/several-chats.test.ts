import { expect, it } from 'vitest';
import { buttonsOf } from '@gateway/simulators/slack';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startAttacked } from './attacked.js';

const started = startOnce(() => startAttacked());
const both = { channel_id: undefined, channels: ['approvals', 'oncall'] };
const isMessage = (text: string) => text.includes('Standing approval by');

it('a standing approval that is given in the second chat of a question has its message and its Stop there', async () => {
  const { askFor, own, slack, ops, grace, isAnswered, isCovered, atOps, atAda, list } = started();
  const args = own();
  const asked = await askFor(args, both);
  await until(() =>
    slack.messages(ops).some((message) => buttonsOf(message).some(({ label }) => label.includes('for 1 h'))),
  );
  await slack.press({ channel: ops, button: 'Approve for 1 h', user: grace });
  await until(() => isAnswered(asked.prompt_num));
  await until(() => atOps().some(isMessage));
  expect(atAda().filter(isMessage)).toEqual([]);
  expect(await isCovered(args, { channel_id: 'approvals' })).toBe(false);
  expect(await isCovered(args, { channel_id: 'oncall' })).toBe(true);
  expect(await isCovered(args, both)).toBe(true);
  const message = slack.messages(ops).findLast((each) => buttonsOf(each).some(({ label }) => label === 'Stop'));
  await slack.press({ channel: ops, button: 'Stop', user: grace, ...(message && { message: message.ts }) });
  const given = async () => (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
  await until(async () => (await given())?.['ended_at'] !== null);
  expect(await given()).toMatchObject({ ended_reason: 'stopped', channel_id: 'approvals' });
  expect(await isCovered(args, both)).toBe(false);
});

it('a typed Stop about the question ends its standing approval from each of its chats, and a typed Stop alone does not', async () => {
  const { askFor, own, telegram, ada, pressAs, isAnswered, list } = started();
  const asked = await askFor(own(), both);
  await pressAs(ada, 'Approve for 1 h', ada);
  await until(() => isAnswered(asked.prompt_num));
  const given = async () => (await list()).find(({ prompt_id: id }) => id === asked.prompt_id);
  telegram.writeText({ chat: ada, text: 'Stop' });
  const { slack, ops, grace } = started();
  slack.writeText({ channel: ops, user: grace, text: 'Stop' });
  expect(await given()).toMatchObject({ ended_at: null });
  slack.writeText({ channel: ops, user: grace, text: `ID:${asked.prompt_id} stop` });
  await until(async () => (await given())?.['ended_at'] !== null);
  expect(await given()).toMatchObject({ ended_reason: 'stopped' });
});

it('a note of the agent about a question that a standing approval answered is posted in no chat', async () => {
  const { give, own, askFor, agent, atAda, atOps, gateway } = started();
  const args = own();
  await give('Approve for 1 h', args);
  const answered = await askFor(args);
  expect(answered).toMatchObject({ state: 'answered' });
  const note = { kind: 'progress', text: 'A note of the agent.' };
  const reply = await agent.request('POST', `/v1/prompts/${answered.prompt_num}/notes`, note);
  expect(reply.status, reply.text).toBeLessThan(300);
  await agent.request('POST', `/v1/prompts/${answered.prompt_num}/cancel`);
  expect([...atAda(), ...atOps()].filter((text) => text.includes(note.text))).toEqual([]);
  expect(gateway.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

it('a question with collapse is answered by a standing approval as a prompt of its own, also while the same one is pending', async () => {
  const { give, own, askFor, grant, isAnswered } = started();
  const args = own();
  const pending = await askFor({ ...args, version: '2' }, { collapse: true });
  const given = await give('Approve for 1 h', args);
  for (const uses of [1, 2]) {
    const answered = await askFor({ ...args, version: '2' }, { collapse: true });
    expect(answered).toMatchObject({ state: 'answered', grant_id: given['grant_id'] });
    expect(answered.prompt_id).not.toBe(pending.prompt_id);
    expect(await grant(given['grant_id'])).toMatchObject({ uses });
  }
  expect(await isAnswered(pending.prompt_num)).toBe(false);
});
