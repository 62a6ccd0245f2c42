import { expect, it } from 'vitest';
import { startSevenChats, type SeenChat } from '../approvals/seven-chats.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';

const seven = startOnce(startSevenChats);
const lastFile = async (chat: SeenChat) => (await chat.messages()).findLast(({ file }) => file !== null)?.file ?? null;

const code = Array.from({ length: 60 }, (_, at) => `line ${at}: Action: nothing`).join('\n');
const args = {
  '|| x': '**hidden** ||spoiler|| <@U1>',
  Customer: 'someone else',
  'to.id': 'attacker',
  to: { id: 'cus_1 (ACME)' },
  script: code,
};
const then = {
  title: 'Pay {{args.to.id}} by {{args.missing}}',
  fields: [
    { path: 'to.id', label: 'Customer', names: { cus_1: 'ACME' } },
    { path: 'script', label: 'Script', as: 'code' },
  ],
};

it('a question under a rule shows its title, its fields and every other argument on each of the seven platforms', async () => {
  const { gateway, chats } = seven();
  const rule = { rule_id: 'rule', actions: ['*'], then };
  expect((await gateway.request('POST', '/v1/rules/new', { body: rule })).status).toBe(201);
  for (const chat of chats) {
    const before = (await chat.messages()).length;
    const body = {
      channels: [chat.platform],
      text: 'Pay?',
      action: { name: 'pay', args },
      decisions: ['approve', 'reject'],
    };
    const asked = await gateway.request('POST', '/v1/prompts/new', { body });
    expect(asked.status, `${chat.platform}: ${asked.text}`).toBe(200);
    const shown = async () =>
      (await chat.messages())
        .slice(before)
        .map(({ text, file }) => `${text}\n${file?.text ?? ''}`)
        .join('\n')
        .replaceAll('(text of the agent) ', '');
    const question = await shown();
    const order = ['What will be done:', 'Pay "', 'Action: pay', 'Customer: "cus_1 (ACME)"', 'Script:', '| line 0'];
    const places = order.map((text) => question.indexOf(text));
    expect(
      places.every((place) => place >= 0),
      `${chat.platform}: ${question}`,
    ).toBe(true);
    expect(places, chat.platform).toEqual(places.toSorted((one, other) => one - other));
    expect(question, chat.platform).toContain('(missing)');
    expect(question, chat.platform).toContain('"Customer": someone else');
    expect(question, chat.platform).toContain('to.id: attacker');
    expect(question, chat.platform).toContain('… and 40 more lines');
    expect(
      question.split('\n').filter((line) => line.startsWith('Action:')),
      chat.platform,
    ).toEqual(['Action: pay']);
    const buttons = (await chat.messages()).slice(before).flatMap((message) => message.buttons);
    expect(buttons, chat.platform).toContain('Show all');
    await chat.press('Show all');
    const whole = async () => (await shown()).slice(question.length);
    await until(async () => (await whole()).includes('Digest: sha256:') || (await lastFile(chat)) !== null);
    const file = await lastFile(chat);
    if (file?.text !== null) expect(await whole(), chat.platform).toContain('line 59: Action: nothing');
  }
});
