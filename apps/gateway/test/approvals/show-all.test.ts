import { describe, expect, it } from 'vitest';
import { manualClock } from '../harness/clock.js';
import { registerChannel, startTelegram, startTestGateway } from '../harness/gateway.js';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startSevenChats } from './seven-chats.js';
import { longAction } from './unseen.js';

const decide = { text: 'Go?', decisions: ['approve', 'reject'] };

describe('Show all', () => {
  const seven = startOnce(startSevenChats);
  const start = (platform: string) => {
    const { gateway, chats } = seven();
    const chat = chats.find((each) => each.platform === platform)!;
    return {
      chat,
      ask: (body: object) => gateway.request('POST', '/v1/prompts/new', { body: { ...decide, ...body } }),
    };
  };

  it.each(['gchat', 'teams'])('posts the whole action as messages on %s, which takes no file', async (platform) => {
    const { chat, ask } = start(platform);
    const args = { cmd: `${'ls '.repeat(4000)}rm -rf /srv`, last: 'x' };
    const { json } = await ask({ channel_id: platform, action: { name: 'run', args } });
    const before = (await chat.messages()).length;
    await chat.press('Show all');
    const shown = await until(async () => {
      const texts = (await chat.messages()).slice(before).map(({ text }) => text);
      return texts.at(-1)?.includes(`Digest: ${json.action_digest}`) ? texts : null;
    });
    const whole = shown.filter((text) => !text.includes('follows.'));
    expect(whole.length).toBeGreaterThan(1);
    expect(whole[0]).toMatch(/^Question #\d+\n+What will be done:\n+Action: run$/);
    for (const text of whole.slice(1)) expect(text).toMatch(/^(?:cmd: |… |last: x)/);
    expect(whole.join('\n').replaceAll(/\n+… /g, '')).toContain(`cmd: ${args.cmd}\n`);
  });

  it('is no button where the action would take too many messages: the agent is warned, and the chat approves nothing', async () => {
    const { chat, ask } = start('gchat');
    const args = { cmd: '\u200B'.repeat(12_000) };
    const { json } = await ask({ channel_id: 'gchat', action: { name: 'run', args } });
    expect(json.warnings).toMatchObject([{ code: 'uninspectable' }]);
    const { gateway } = seven();
    const get = async () => (await gateway.request('GET', `/v1/prompts/${json.prompt_num}`)).json;
    expect((await get()).posts).toMatchObject([{ channel_id: 'gchat', uninspectable: true }]);
    const question = (await chat.messages()).at(-1);
    expect([question?.buttons, question?.text]).toEqual([
      ['✅ Approve', '⛔ Reject'],
      expect.stringContaining('No answer from here lets it run: read and answer it in the console.'),
    ]);
    await chat.press('Approve');
    expect((await get()).state).toBe('pending');
    await chat.press('Reject');
    await until(async () => (await get()).decision?.value === 'reject');
  });
});

it('Show all posts one file in a group, by press or reply, and who asks next reads that it was shown', async () => {
  const { telegram, env } = await startTelegram();
  const [ada, bob] = ['Ada', 'Bob'].map((firstName) => telegram.addUser({ firstName }));
  const chat = telegram.addChat({ title: 'Ops', members: [ada!.id, bob!.id] });
  // The end of a period in which it is posted once.
  const clock = manualClock(Date.UTC(2026, 10, 28, 12, 0, 9, 999));
  const gateway = await startTestGateway({ env, clock });
  await registerChannel(gateway, telegram, { id: 'ops', chat });
  await gateway.request('POST', '/v1/prompts/new', { body: { channel_id: 'ops', ...decide, action: longAction } });
  const files = () => telegram.messages({ chat }).flatMap(({ document }) => document?.file_name ?? []);
  const question = telegram.messages({ chat }).find(({ reply_markup: markup }) => markup)?.message_id ?? 0;
  const isShown = 'The whole action of question #1 was shown here a moment ago.';
  expect((await telegram.press({ chat, user: ada!, button: 'Show all' })).notice).toContain('follows');
  clock.advance(2);
  expect((await telegram.press({ chat, user: bob!, button: 'Show all' })).notice).toBe(isShown);
  telegram.writeText({ chat, user: bob!, text: 'show ALL', replyTo: question });
  await until(() => telegram.messages({ chat }).some(({ text }) => text === isShown));
  await until(() => files().length > 0);
  expect(files()).toEqual(['action-1.txt']);
  clock.advance(20_000);
  telegram.writeText({ chat, user: bob!, text: 'Show all', replyTo: question });
  await until(() => files().length === 2);
});
