import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../harness/engines.js';
import { adminKey, as } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { hasButtons } from '../harness/two-chats.js';
import { deciders, type Decider } from '../platforms/deciders.js';
import { action, startKeyed } from './fixture.js';

const takeBack = 'Take back';
const onlyWhoApproved = 'Only who approved can take it back.';
const { Messenger: _messenger, WhatsApp: _whatsApp, ...rewriting } = deciders;

const reads = (person: Decider, text: string) => until(() => person.reads().some((known) => known.includes(text)));

/** A question with an action that Ada approved, whose message shows that. */
async function startApproved(start: (typeof deciders)[string]) {
  const { gateway, channels, people, buttons = () => [] } = await start();
  const body = { channels, text: 'Ship it?', decisions: ['approve', 'reject'], action };
  expect((await gateway.request('POST', '/v1/prompts/new', { body })).status).toBe(200);
  const [ada, bob] = people;
  await ada.press('Approve');
  await reads(ada, 'Approved: Approve');
  await until(() => buttons().join() === takeBack);
  const get = async () => (await gateway.request('GET', '/v1/prompts/1')).json;
  const isWithdrawn = async () => (await get()).withdrawn_at !== null;
  return { gateway, ada, bob, buttons, isWithdrawn };
}

describe.each(Object.entries(rewriting))('the button below an approved action on %s', (_platform, start) => {
  it('takes the approval back for who approved, refuses another person in private, and is gone afterwards', async () => {
    const { ada, bob, buttons, isWithdrawn } = await startApproved(start);
    await bob.press(takeBack);
    await reads(bob, onlyWhoApproved);
    expect(ada.reads().filter((text) => text.includes(onlyWhoApproved))).toEqual([]);
    expect([buttons(), await isWithdrawn()]).toEqual([[takeBack], false]);
    await ada.press(takeBack);
    await until(isWithdrawn);
    await until(() => buttons().length === 0);
    await reads(bob, `↩️ Taken back: Approve (${ada.name})`);
    await reads(bob, 'took back the approval of question #1.');
  });

  it('is gone when the approval was used, and the outcome stays', async () => {
    const { gateway, ada, buttons } = await startApproved(start);
    expect((await gateway.request('POST', '/v1/prompts/1/consume', { body: { action } })).status).toBe(200);
    await until(() => buttons().length === 0);
    await reads(ada, `Approved: Approve (${ada.name})`);
  });
});

async function startWithTwoChats(options: Parameters<typeof startKeyed>[0] = {}) {
  const chats = await startKeyed(options);
  const { telegram, slack, ada, ops, gateway, ask, press } = chats;
  const keyboards = () => telegram.messages({ chat: ada }).map((known) => known.reply_markup?.inline_keyboard ?? []);
  return {
    ...chats,
    admin: as(gateway, adminKey),
    askBoth: () => ask({ channel_id: undefined, channels: ['approvals', 'oncall'], decisions: ['approve', 'reject'] }),
    /** The labels of the buttons in Ada's chat. */
    atAdaButtons: () => keyboards().flatMap((rows) => rows.flatMap((row) => row.map(({ text }) => text))),
    /** What the buttons in Ada's chat carry. */
    tokens: () => keyboards().flatMap((rows) => rows.flatMap((row) => row.map((button) => button.callback_data ?? ''))),
    areGone: () => until(() => !chats.haveButtons()),
    isThere: () => until(() => keyboards().flat().length === 1 && slack.messages(ops).some(hasButtons)),
    pressed: async () => (await press(takeBack)).notice,
  };
}

onEveryEngine((engine) => {
  it('the button is in every chat of the question, and in none when the approval was used', async () => {
    const { agent, askBoth, press, consume, isThere, areGone, atOps, get } = await startWithTwoChats({ engine });
    await askBoth();
    await press('Approve');
    await isThere();
    const closed = async () => (await get(1)).posts.every((post: { closed_at: unknown }) => post.closed_at !== null);
    await until(closed);
    expect((await consume(agent)).status).toBe(200);
    await areGone();
    expect(atOps().at(-1)).toContain('Approved: Approve (Ada)');
  });

  it('the button is in no chat when somebody took the approval back by words, and the outcome says so', async () => {
    const { askBoth, press, isThere, areGone, telegram, ada, atAda, atOps } = await startWithTwoChats({ engine });
    await askBoth();
    await press('Approve');
    await isThere();
    telegram.writeText({ chat: ada, text: 'ID:#1 Take back' });
    await areGone();
    const outcome = '↩️ Taken back: Approve (Ada)';
    await until(() => [atAda(), atOps()].every((texts) => texts.some((text) => text.includes(outcome))));
  });

  it('the button goes also when the agent used the approval before the messages showed it', async () => {
    const { agent, approved, consume, telegram, ada, areGone, atAda } = await startWithTwoChats({ engine });
    telegram.failNext('editMessageText', { delayMs: 300 });
    await approved();
    expect((await consume(agent)).status).toBe(200);
    await until(() => atAda()[0]?.includes('Approved: Approve (Ada)') === true);
    await areGone();
    expect(telegram.messages({ chat: ada })).toHaveLength(1);
  });
});

it('a press on the button after the use, or after ten minutes, says that it is too late and changes nothing', async () => {
  const { agent, approved, consume, clock, telegram, ada, tokens, pressed, get } = await startWithTwoChats();
  await approved();
  await until(() => tokens().length === 1);
  const [message] = telegram.messages({ chat: ada });
  const [data = ''] = tokens();
  expect((await consume(agent)).status).toBe(200);
  await until(() => tokens().length === 0);
  const late = await telegram.press({ chat: ada, message: message!, button: { data }, stale: true });
  expect(late.notice).toBe('Question #1 was used already: the action may have run.');
  await approved();
  await until(() => tokens().length === 1);
  clock.advance(600_001);
  expect(await pressed()).toBe('Question #2 was approved more than 10 minutes ago: it cannot be taken back.');
  expect([(await get(1)).withdrawn_at, (await get(2)).withdrawn_at]).toEqual([null, null]);
});

it('a rejected action, and an answer without an action, get no button', async () => {
  const { approved, atAda, haveButtons } = await startWithTwoChats();
  await approved({}, 'Reject');
  await until(() => atAda()[0]?.includes('Rejected: Reject (Ada)') === true);
  await approved({ action: undefined, decisions: ['approve', 'reject'] });
  await until(() => atAda()[1]?.includes('✅ Approve (Ada)') === true);
  expect(haveButtons()).toBe(false);
});

it('a press with a forged token, or with that of another question, takes nothing back', async () => {
  const { approved, ask, tokens, telegram, ada, get } = await startWithTwoChats();
  await approved();
  await until(() => tokens().length === 1);
  const [token = ''] = tokens();
  const forge = async (data: string) => {
    await fetch(`${telegram.url}/bot${telegram.token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id: ada.id,
        text: 'forged',
        reply_markup: { inline_keyboard: [[{ text: 'Forged', callback_data: data }]] },
      }),
    });
    return (await telegram.press({ chat: ada, button: 'Forged' })).notice;
  };
  await approved();
  await ask();
  const open = tokens().find((data) => data.startsWith('3.0.')) ?? '';
  for (const guess of [`1.t.${'A'.repeat(16)}`, token.replace(/^1\./, '2.'), open.replace('3.0.', '1.t.')])
    expect(await forge(guess)).toBe('This button belongs to no open question here.');
  expect(await forge(open.replace('.0.', '.t.'))).toBe(onlyWhoApproved);
  for (const num of [1, 2]) expect((await get(num)).withdrawn_at).toBeNull();
  expect((await get(3)).state).toBe('pending');
});
