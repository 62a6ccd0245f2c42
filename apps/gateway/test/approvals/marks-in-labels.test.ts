import { expect, it } from 'vitest';
import { startOnce } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { startSevenChats } from './seven-chats.js';
import { unescaped } from './shown-action.js';

const seven = startOnce(startSevenChats);

it('shows labels with marks of platforms as they are written, on the buttons and in the outcome of the closed question', async () => {
  const { gateway, chats } = seven();
  const labels = { approve: '*Go* _x_ `y`', reject: '~~No~~ :x:' };
  await gateway.request('POST', '/v1/prompts/new', {
    body: {
      channels: chats.map(({ platform }) => platform),
      text: 'Go? *a `b',
      action: { name: 'run', args: { cmd: 'rm *.log' } },
      decisions: ['approve', 'reject'],
      labels,
    },
  });
  for (const chat of chats) {
    const question = (await chat.messages()).find(({ buttons }) => buttons.length > 0);
    expect(question?.buttons).toEqual([`✅ ${labels.approve}`, `⛔ ${labels.reject}`]);
  }
  await chats[0]?.press(`✅ ${labels.approve}`);
  for (const chat of chats)
    await until(async () =>
      (await chat.messages()).some(({ text }) => unescaped(text).includes(`✅ Approved: ${labels.approve} (Ada)`)),
    );
});
