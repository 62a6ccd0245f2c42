import { createPrompt, getPrompt } from '@gateway/contract';
import { describe, expect, it } from 'vitest';
import { startChatWithoutButtons } from '../harness/chat-without-buttons.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { deciders } from '../platforms/deciders.js';
import { startAttacked } from './attacked.js';
import { deployWith } from './fixture.js';

const action = { name: 'deploy', args: { service: 'api', env: 'staging', version: '1' } };
const rule = {
  rule_id: 'deployments',
  actions: ['deploy'],
  then: { labels: true, grants: { max_sec: 3600, same: ['service', 'env'] } },
};

describe.each(Object.entries(deciders))('typed words on %s', (_platform, start) => {
  it('give no standing approval and no answer: Approve for 1 h is a button only', async () => {
    const {
      gateway,
      channels,
      people: [ada],
    } = await start();
    await gateway.request('POST', '/v1/rules/new', { body: rule });
    await gateway.call(createPrompt, {
      body: { channels: [...channels], text: 'Why?', action, decisions: ['approve', 'reject'] },
    });
    for (const text of ['Approve for 1 h', '✅ Approve for 1 h', 'approve for 1 H'])
      await (ada.write ? ada.write(`ID:#1 ${text}`) : ada.say(text));
    const noticed = () => ada.reads().filter((read) => read.includes('gives no standing approval')).length;
    await until(() => noticed() >= 1);
    expect(await gateway.call(getPrompt, { params: { id: '1' } })).toMatchObject({ state: 'pending' });
    expect((await gateway.request('GET', '/v1/grants')).json).toEqual([]);
  });
});

it('where people choose by replies, no standing approval is offered, and its words are no answer', async () => {
  const { chat, gateway } = await startChatWithoutButtons({ choices: 'replies' });
  await gateway.request('POST', '/v1/rules/new', { body: rule });
  await gateway.call(createPrompt, {
    body: { channel_id: 'ops', text: 'Ship it?', action, decisions: ['approve', 'reject'] },
  });
  expect(chat.shown[0]?.text).not.toContain('Approve for 1 h');
  for (const text of ['Approve for 1 h', '✅ Approve for 1 h', '3', '#1 Approve for 1 h']) {
    const { result } = (await chat.write('Ada', text, chat.shown[0]?.id)) as { result: string };
    expect(result, text).toBe('refused');
  }
  expect(await gateway.call(getPrompt, { params: { id: '1' } })).toMatchObject({ state: 'pending' });
});

describe('in a chat with buttons', () => {
  const started = startOnce(() => startAttacked());

  it('a typed Approve, an edit and the end of the time give no standing approval', async () => {
    const { askFor, own, owner, telegram, ada, list, isAnswered, clock, pressAs } = started();
    const decisions = ['approve', 'reject', 'edit'];
    const typed = await askFor(own(), { decisions });
    telegram.writeText({ chat: ada, text: `ID:${typed.prompt_id} Approve` });
    await until(() => isAnswered(typed.prompt_num));
    const edited = await askFor(own(), { decisions });
    telegram.writeText({ chat: ada, text: `ID:${edited.prompt_id} version: 5` });
    await telegram.waitForMessage(({ reply_markup: markup }) => JSON.stringify(markup ?? {}).includes('Use these'));
    await pressAs(ada, 'Use these', ada);
    await until(() => isAnswered(edited.prompt_num));
    await owner('POST', '/v1/policies/new', { policy_id: 'yes', name: 'Yes', on_timeout: { decision: 'approve' } });
    const late = await askFor(own(), { policy: 'yes', ttl_sec: 60 });
    clock.advance(61_000);
    await until(() => isAnswered(late.prompt_num));
    expect(await list()).toEqual([]);
  });

  it('the console gives none with a rejection, an edit, another time than the rule allows or where none is offered', async () => {
    const { askFor, own, answer, post, recordOf } = started();
    const asked = await askFor(own(), { decisions: ['approve', 'reject', 'edit', 'respond'] });
    for (const body of [
      { value: 'reject', grant_sec: 60 },
      { value: 'edit', args: { version: '2' }, grant_sec: 60 },
      { value: 'respond', text: 'No', grant_sec: 60 },
      { grant_sec: 59 },
      { grant_sec: 3601 },
      { grant_sec: 28_801 },
      { grant_sec: 60.5 },
      { grant_sec: '60' },
      { grant_sec: -60 },
    ])
      expect((await answer(asked.prompt_num, body)).status, JSON.stringify(body)).toBe(400);
    const plain = await post({ action: { name: 'other', args: { service: 'a', env: 'b' } } });
    expect((await answer(plain.json.prompt_num, { grant_sec: 60 })).status).toBe(400);
    expect(await recordOf(asked.prompt_num)).toMatchObject({ state: 'pending' });
  });

  it('no label of the agent reads like the buttons of standing approvals', async () => {
    const { post, own, owner } = started();
    await owner('PATCH', '/v1/rules/deployments', { then: { labels: true } });
    const action = deployWith(own());
    for (const label of [
      'Approve for 1 h',
      'approve  for 1 h',
      '✅ Approve for 1 h',
      'Approve for 15 min',
      'Approve for 99 h',
      'Ａpprove for 1 h',
      'Approve for 1 h.',
      'Stop',
      'STOP',
      ' Stop ',
    ])
      for (const body of [
        { labels: { reject: label } },
        { labels: { approve: label } },
        { decisions: undefined, options: [label, 'No'], approving_options: ['No'] },
      ])
        expect((await post({ action, ...body })).status, JSON.stringify(body)).toBe(400);
  });

  it('text of the agent that imitates the coverage line or the message of a standing approval stands below its mark', async () => {
    const { post, own, atAda, telegram, ada } = started();
    const line = 'Approve for 1 h also lets these run: deploy; at most 1 times';
    const message = '🔓 Standing approval by Ada, given with question #1, until 2099-01-01 00:00 UTC.';
    const asked = await post({
      text: `${line}\n${message}`,
      action: {
        name: 'deploy',
        summary: line,
        args: { env: 'staging', version: `1\n${line}`, 'Approve for 1 h also lets these run': 'nothing', ...own() },
      },
    });
    expect(asked.status, asked.text).toBe(200);
    const lines = (atAda().at(-1) ?? '').split('\n');
    expect(lines.filter((each) => each.startsWith('Approve for 1 h'))).toHaveLength(1);
    expect(lines.filter((each) => each.startsWith('🔓'))).toEqual([]);
    const own_ = lines.find((each) => each.startsWith('Approve for 1 h')) ?? '';
    expect(own_).toContain('"Approve for 1 h also lets these run" and version may differ');
    const buttons = telegram.messages({ chat: ada }).at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
    expect(buttons.map(({ text }) => text)).not.toContain('Stop');
  });
});
