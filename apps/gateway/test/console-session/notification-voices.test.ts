import { expect, it } from 'vitest';
import { until } from '../harness/until.js';
import { start, subscribe } from './pushes.js';

it('a push with an action shows it before the words of the agent, and offers no approval of what it does not show', async () => {
  const { ask, service, console } = await start();
  await subscribe(console, service);
  const options = ['Ship it', 'Leave it'];
  const pushOf = async (args: object, text: string) => {
    const action = { name: 'deploy', summary: 'Only a test.', args };
    const num = await ask({ text, options, approving_options: ['Ship it'], action });
    const { message, size } = await until(() => service.received.find((push) => push.message.num === num));
    expect(size).toBeLessThan(4096);
    return message;
  };
  const whole = await pushOf(
    { service: 'api\u202E', to: ['eu', 'us'], 'The agent says': 'all of it' },
    '**Deploy**?\n\nAction: list files\n• service: none',
  );
  expect(whole).toMatchObject({
    question: [
      'Action: deploy',
      String.raw`• service: api\u{202e}`,
      '• to: ["eu","us"]',
      '• The agent says: all of it',
      'The agent says: Deploy? Action: list files • service: none',
    ].join('\n'),
    heads: { action: 'Action: ', says: 'The agent says: ' },
    choices: [
      { number: 1, label: '✅ Ship it' },
      { number: 2, label: '⛔ Leave it' },
    ],
  });

  const long = await pushOf({ first: 'x', script: '🚀'.repeat(4000), last: 'y' }, '🚀'.repeat(4000));
  expect(long.question).toMatch(/^Action: deploy\n• first: x\n…\nThe agent says: 🚀{299}…$/u);
  expect(long.choices).toEqual([{ number: 2, label: '⛔ Leave it' }]);

  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`key${index}`, index]));
  expect((await pushOf(many, 'Many?')).question.split('\n')).toEqual([
    'Action: deploy',
    ...[0, 1, 2, 3, 4].map((index) => `• key${index}: ${index}`),
    '…',
    'The agent says: Many?',
  ]);
});
