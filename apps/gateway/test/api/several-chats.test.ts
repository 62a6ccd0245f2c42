import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { onEveryEngineInBothTiers } from '../harness/engines.js';
import { registerChannel } from '../harness/gateway.js';
import { startReceiver } from '../harness/receiver.js';
import { startTwoChats } from '../harness/two-chats.js';
import { until } from '../harness/until.js';

onEveryEngineInBothTiers((engine) => {
  it('a question is asked in two chats, and a press in the second closes both', async () => {
    const { ask, slack, ops, grace, atAda, atOps, haveButtons, reaches, telegram, ada } = await startTwoChats({
      engine,
    });
    const receiver = await startReceiver();
    const asked = await ask({ callback_url: receiver.url });
    expect([asked.status, asked.json.channel_id, asked.json.warnings]).toEqual([200, 'approvals', []]);
    expect([atAda(), atOps()]).toEqual([['Ship it?'], ['Ship it?']]);
    const data = telegram.messages({ chat: ada })[0]?.reply_markup?.inline_keyboard.flat()[1]?.callback_data ?? '';

    expect(await slack.press({ channel: ops, button: 'Yes', user: grace })).toEqual({ ok: true, status: 200 });
    expect(await reaches(1, 'answered')).toMatchObject({ answer: 'Yes', answered_by_username: 'grace' });
    await until(() => !haveButtons());
    expect([atAda(), atOps()]).toEqual([['Ship it?\n\n✅ Yes (grace)'], ['Ship it?\n\n✅ Yes (grace)']]);
    const late = await telegram.press({ chat: ada, message: 1, button: { data }, stale: true });
    expect(late.notice).toContain('The answer was: Yes (grace)');
    expect((await receiver.waitFor(1)).map(({ json }) => json.answer.value)).toEqual(['Yes']);
  });
});

it('a reply by text in the second chat answers, and is confirmed there', async () => {
  const { ask, slack, ops, grace, atAda, atOps, haveButtons, reaches } = await startTwoChats();
  await ask({ allow_text: true });
  const [question] = slack.messages(ops);
  slack.writeText({ channel: ops, user: grace, text: 'Tomorrow', under: question! });
  expect(await reaches(1, 'answered')).toMatchObject({ answer: 'Tomorrow', answer_type: 'text' });
  await until(() => !haveButtons() && atOps().includes('✅ Recorded as the answer to question #1.'));
  expect(atAda()).toEqual(['Ship it?\n\n✅ Tomorrow (Grace Hopper)']);
});

it('the first chat decides: where the question cannot be posted there, nothing is left in any chat', async () => {
  const { ask, telegram, gateway, atOps } = await startTwoChats();
  telegram.failNext('sendMessage', { error: { code: 403, description: 'Forbidden: bot was blocked by the user' } });
  expect((await ask()).status).toBe(400);
  expect(atOps()).toEqual([]);
  expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual([]);
});

it('where the question cannot be posted in the second chat, the reply warns and the first chat can answer', async () => {
  const { ask, telegram, ada, slack, ops, gateway, reaches, haveButtons } = await startTwoChats();
  slack.kickApp(ops);
  const asked = await ask();
  expect(asked.status).toBe(200);
  expect(asked.json.warnings).toEqual([{ code: 'not_posted', message: expect.stringContaining('channel "oncall"') }]);
  expect(asked.json.warnings[0].message).not.toContain('tried again');
  expect(gateway.logLines.filter((line) => line.includes('A post about a prompt failed'))).toHaveLength(1);
  await telegram.press({ chat: ada, button: 'No' });
  await reaches(1, 'answered');
  await until(() => !haveButtons());
});

it('a chat whose platform is unavailable gets the question later', async () => {
  const clock = manualClock();
  const { ask, slack, atOps, haveButtons, ops, grace } = await startTwoChats({ clock });
  slack.failNext('chat.postMessage', { answer: { status: 503, body: 'busy' }, times: 2 });
  const asked = await ask();
  expect(asked.json.warnings[0].message).toContain('It is tried again.');
  expect(atOps()).toEqual([]);
  await until(() => {
    clock.advance(1000);
    return atOps().length > 0;
  });
  expect(atOps()).toEqual(['Ship it?']);
  await slack.press({ channel: ops, button: 'Yes', user: grace });
  await until(() => !haveButtons());
});

it('a second chat that hangs holds the reply for 3 s, and gets the question in the background', async () => {
  const clock = manualClock();
  const { ask, slack, get, atAda, atOps } = await startTwoChats({ clock });
  let hangs = false;
  slack.failNext('chat.postMessage', { hang: true, when: () => (hangs = true) });
  let reply: Awaited<ReturnType<typeof ask>> | null = null;
  const asking = ask().then((asked) => (reply = asked));
  await until(() => hangs && atAda().length === 1);
  clock.advance(2999);
  expect(reply).toBe(null);
  await until(() => {
    clock.advance(1);
    return reply !== null;
  });
  const asked = await asking;
  expect([asked.status, atAda()]).toEqual([200, ['Ship it?']]);
  expect(asked.json.warnings).toEqual([{ code: 'not_posted', message: expect.stringContaining('still being posted') }]);
  await until(() => {
    clock.advance(1000);
    return atOps().length === 1;
  });
  await until(async () => (await get(1)).posts[1].message_id !== null);
  expect((await get(1)).posts[1]).toMatchObject({ failed: null });
});

it('closing a question warns that a post whose outcome is unknown may still be in the chat', async () => {
  const clock = manualClock();
  const { ask, slack, telegram, ada, get, atOps, reaches } = await startTwoChats({ clock });
  slack.failNext('chat.postMessage', { drop: true, afterEffect: true });
  await ask();
  expect(atOps()).toEqual(['Ship it?']);
  await telegram.press({ chat: ada, button: 'Yes' });
  await reaches(1, 'answered');
  await until(async () => {
    clock.advance(1000);
    return /may have been posted/.test((await get(1)).posts[1].failed);
  });
  expect(atOps()).toHaveLength(1);
});

it('a press on a message of the second chat that is not recorded counts, and the message is closed', async () => {
  const { ask, slack, ops, grace, reaches, haveButtons, atOps } = await startTwoChats({ clock: manualClock() });
  slack.failNext('chat.postMessage', { drop: true, afterEffect: true });
  expect((await ask()).json.warnings).toHaveLength(1);
  expect(await slack.press({ channel: ops, button: 'Yes', user: grace })).toEqual({ ok: true, status: 200 });
  await reaches(1, 'answered');
  await until(() => !haveButtons());
  expect(atOps()).toEqual(['Ship it?\n\n✅ Yes (grace)']);
});

it('a cancelled or expired question is closed in both chats', async () => {
  const clock = manualClock();
  const { ask, gateway, atAda, atOps, haveButtons, reaches } = await startTwoChats({ clock });
  await ask();
  await gateway.request('POST', '/v1/prompts/1/cancel');
  await until(() => !haveButtons());
  expect([atAda(), atOps()]).toEqual([['Ship it?\n\n✖️ Cancelled'], ['Ship it?\n\n✖️ Cancelled']]);
  await ask({ ttl_sec: 60 });
  clock.advance(61_000);
  await reaches(2, 'expired');
  await until(() => {
    clock.advance(1000);
    return !haveButtons();
  });
  expect([atAda()[1], atOps()[1]]).toEqual(['Ship it?\n\n⌛ Expired', 'Ship it?\n\n⌛ Expired']);
});

it('a failed closing of one chat is retried without closing the other again', async () => {
  const clock = manualClock();
  const { ask, slack, telegram, ada, haveButtons } = await startTwoChats({ clock });
  await ask();
  slack.failNext('chat.update', { answer: { status: 503, body: 'busy' } });
  await telegram.press({ chat: ada, button: 'Yes' });
  const edits = () => telegram.calls({ method: 'editMessageText' }).length;
  await until(() => slack.calls({ method: 'chat.update' }).length === 1 && edits() === 1);
  await until(() => {
    clock.advance(1000);
    return !haveButtons();
  });
  expect(edits()).toBe(1);
});

it('channels that cannot take the question are refused with the field that names them', async () => {
  const { ask, gateway, telegram, ada } = await startTwoChats();
  await registerChannel(gateway, telegram, {
    id: 'chat',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'https://agent.example',
  });
  const refused = async (body: object, detail: string) => {
    const { status, json } = await ask(body);
    expect([status, json.detail]).toEqual([400, expect.stringContaining(detail)]);
  };
  await refused({ channels: ['approvals', 'nowhere'] }, 'There is no channel "nowhere"');
  await refused({ channels: ['approvals', 'chat'] }, 'Channel "chat" is of type MESSAGE');
  await refused({ channels: ['approvals', 'approvals'] }, 'channels must not repeat a channel');
  await refused({ channels: [] }, 'channels');
  await gateway.request('DELETE', '/v1/channels/oncall');
  await refused({}, 'Channel "oncall" is inactive');
  expect((await gateway.request('GET', '/v1/prompts?state=all')).json).toEqual([]);
});

it('channel_id counts as the first of channels, whether or not channels names it', async () => {
  const { ask, get } = await startTwoChats();
  expect((await ask({ channel_id: 'oncall' })).json.channel_id).toBe('oncall');
  expect((await ask({ channel_id: 'approvals', channels: ['oncall'] })).json.channel_id).toBe('approvals');
  expect((await get(1)).platform).toBe('slack');
  expect((await ask({ channel_id: 'oncall', channels: ['oncall'] })).json.channel_id).toBe('oncall');
});
