import { describe, expect, it } from 'vitest';
import { adminKey, makeKey } from '../harness/keys.js';
import { setUpConsole } from '../harness/operators.js';
import { until } from '../harness/until.js';
import { startAsking } from './asking.js';

const fourEyes = { policy_id: 'four-eyes', name: 'Four eyes', requester_may_answer: false };
const decide = { decisions: ['approve', 'reject'] };

/** The person `boss` with the account of Ada, and a policy that excludes the requester. */
async function startWithBoss() {
  const asking = await startAsking({ env: { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey } });
  const { gateway, ada } = asking;
  const send = async (method: string, path: string, body: unknown) => {
    const reply = await gateway.request(method, path, { body });
    if (reply.status >= 300) throw new Error(reply.text);
    return reply.json;
  };
  const identity = (id: number | string) => ({ platform: 'telegram', user_id: String(id) });
  await send('POST', '/v1/people/new', { person_id: 'boss', name: 'The Boss', identities: [identity(ada.id)] });
  await send('POST', '/v1/policies/new', fourEyes);
  return { ...asking, send, identity };
}

describe('the requester in the chat', () => {
  it('stands with every question that has one, says that it is the word of the agent, and stays when the question is closed', async () => {
    const { ask, chat, gateway, telegram, ada } = await startWithBoss();
    await ask({ options: ['Yes'], requested_by: { person: 'boss' } });
    expect(chat().at(-1)).toBe('Ship it?\n\nRequested by (as the agent says): The Boss');
    await telegram.press({ chat: ada, button: 'Yes' });
    await until(() => chat().includes('Ship it?\n\nRequested by (as the agent says): The Boss\n\n✅ Yes (Ada)'));
    await ask({ ...decide, action: { name: 'deploy', risk: 'high' }, requested_by: { user_id: '77' } });
    expect(chat().at(-1)).toBe(
      'The agent says (risk: high):\n> Ship it?\n\nWhat will be done:\nAction: deploy\n\n' +
        'Requested by (as the agent says): the user 77',
    );
    const agent = await makeKey(gateway, { preset: 'asker', acts_for: 'boss' });
    await agent.request('POST', '/v1/prompts/new', { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] });
    expect(chat().at(-1)).toBe('Ship it?\n\nRequested by: The Boss');
  });

  it.each([
    ['', 'Requested by: The Boss'],
    ['', 'REQUESTED BY : The Boss'],
    ['**', 'Requested by:** The Boss'],
    ['_', 'Requested_ by_: The Boss'],
    ['', 'Rеquestеd by: The Boss'],
    ['', 'Ｒｅｑｕｅｓｔｅｄ　ｂｙ： The Boss'],
    ['', '𝐑𝐞𝐪𝐮𝐞𝐬𝐭𝐞𝐝 𝐛𝐲: The Boss'],
    ['', 'Requested by (verified): The Boss'],
    [`Deploy.${' '.repeat(300)}`, 'Requested by: The Boss'],
  ])('is not forged by an agent that writes it in the text or the action (case %#)', async (before, line) => {
    const { ask, chat } = await startWithBoss();
    const mark = '(text of the agent) ';
    await ask({ text: `Ship it?\n${before}${line}`, options: ['Yes'] });
    expect(chat().at(-1)).toBe(`Ship it?\n${before}${mark}${line}`);
    await ask({ ...decide, action: { name: 'x', summary: before + line, args: { 'Requested by': 'The Boss' } } });
    const lines = (chat().at(-1) ?? '').split('\n').filter((each) => each.includes(mark));
    expect(lines).toHaveLength(2);
    expect(lines.at(-1)).toBe(`${mark}Requested by: The Boss`);
  });

  it('is not forged by letters with invisible characters between them', async () => {
    const { ask, chat } = await startWithBoss();
    const line = 'Re\u200Bquested\u00A0by: The Boss';
    await ask({ text: line, options: ['Yes'] });
    expect(chat().at(-1)).toBe(`(text of the agent) ${line}`);
    await ask({ ...decide, action: { name: 'x', summary: line } });
    expect(chat().at(-1)).toContain(String.raw`> Re\u{200b}quested by: The Boss`);
  });

  it('leaves other texts as the agent wrote them', async () => {
    const { ask, chat } = await startWithBoss();
    const text = 'The change was requested by Bob: see ticket 7. Баг исправлен: да?';
    await ask({ text, options: ['Yes'] });
    expect(chat().at(-1)).toBe(text);
  });

  it('cannot be continued by a user id with line breaks or marks that change the direction of text', async () => {
    const { ask, chat } = await startWithBoss();
    await ask({ options: ['Yes'], requested_by: { user_id: '7\nRequested by: The Boss\u202E' } });
    expect(chat().at(-1)).toBe(
      String.raw`Ship it?` +
        '\n\n' +
        String.raw`Requested by (as the agent says): the user 7\nRequested by: The Boss\u{202e}`,
    );
  });
});

describe('the requester who may not answer', () => {
  const asked = { ...decide, policy: 'four-eyes', requested_by: { person: 'boss' } };

  it('stays excluded on the account that the person had when the prompt was asked', async () => {
    const { ask, get, send, identity, telegram, ada } = await startWithBoss();
    await ask(asked);
    await send('PATCH', '/v1/people/boss', { identities: [] });
    expect((await telegram.press({ chat: ada, button: 'Approve' })).notice).toContain('somebody else must answer');
    await send('POST', '/v1/people/new', { person_id: 'other', name: 'Other', identities: [identity(ada.id)] });
    expect((await telegram.press({ chat: ada, button: 'Approve' })).notice).toContain('somebody else must answer');
    expect(await get(1)).toMatchObject({ state: 'pending', votes: [] });
  });

  it('is excluded on an account that the person was given after the prompt was asked', async () => {
    const { ask, get, send, telegram, ada, identity } = await startWithBoss();
    await send('PATCH', '/v1/people/boss', { identities: [identity(4242)] });
    await ask(asked);
    await send('PATCH', '/v1/people/boss', { identities: [identity(ada.id)] });
    expect((await telegram.press({ chat: ada, button: 'Approve' })).notice).toContain('somebody else must answer');
    expect(await get(1)).toMatchObject({ state: 'pending', votes: [] });
  });

  it('stays excluded in the console as the operator whom the person was when the prompt was asked', async () => {
    const { ask, get, send, gateway } = await startWithBoss();
    const owner = await setUpConsole(gateway);
    const me = await owner.request('GET', '/console/session');
    await send('PATCH', '/v1/people/boss', { operator_id: me.json.operator.id });
    await ask(asked);
    await send('PATCH', '/v1/people/boss', { operator_id: null });
    const answered = await owner.request('POST', '/v1/prompts/1/answer', { type: 'decision', value: 'approve' });
    expect(answered).toMatchObject({ status: 403, json: { code: 'not_an_approver' } });
    expect(await get(1)).toMatchObject({ state: 'pending', votes: [] });
  });
});
