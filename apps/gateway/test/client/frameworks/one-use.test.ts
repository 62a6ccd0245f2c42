import { describe, expect, it } from 'vitest';
import { approvalMessage } from '@gateway/client/ai-sdk';
import { answerInterrupts } from '@gateway/client/langchain';
import { losingReplies } from '../asking.js';
import { helpers } from './helpers.js';
import { startReviewing } from './reviewing.js';

const action = { name: 'bash', args: { command: 'ls' } };

describe.each(Object.entries(helpers))('the helper for %s', (_name, ask) => {
  it('lets a call run once for each approval, and says so to the model', async () => {
    const { client, decide, get } = await startReviewing();
    await ask(client, 'ls');
    await decide('Approve');
    expect(await ask(client, 'ls')).toMatchObject({ mayRun: true });
    expect(await get(1)).toMatchObject({ consumed_at: expect.any(String) });
    expect(await ask(client, 'ls')).toEqual({
      mayRun: false,
      words: expect.stringContaining('The approval was used already. This call was not run.'),
    });
  });

  it('lets a call run when the reply to the use of its approval was lost, because it knows its own use', async () => {
    const reviewing = await startReviewing();
    const { decide, get } = reviewing;
    const { client, lost } = losingReplies(reviewing, '/consume');
    await ask(client, 'ls');
    await decide('Approve');
    expect(await ask(client, 'ls')).toMatchObject({ mayRun: true });
    expect(lost()).toBe(1);
    expect(await get(1)).toMatchObject({ consumed_at: expect.any(String) });
  });

  it('does not let a call run whose approval somebody else used', async () => {
    const { client, decide } = await startReviewing();
    await ask(client, 'ls');
    await decide('Approve');
    await client.waitForAnswer('#1');
    await client.consume('#1', { action });
    expect(await ask(client, 'ls')).toMatchObject({ mayRun: false });
  });
});

describe('of several calls', () => {
  const calls = ['ls', 'pwd'].map((command) => ({ name: 'bash', args: { command } }));
  const options = { runId: 'run-1', waitSec: 0 };
  const parts = calls.map(({ name, args }, index) => ({
    type: 'tool-approval-request',
    approvalId: `approval-${index}`,
    toolCall: { toolCallId: `call-${index}`, toolName: name, input: args },
  }));
  const reviews = calls.map((call, index) => ({
    id: `call-${index}`,
    value: {
      actionRequests: [call],
      reviewConfigs: [{ actionName: 'bash', allowedDecisions: ['approve', 'reject'] }],
    },
  }));

  it.each([
    ['AI SDK', approvalMessage, { content: parts }],
    ['LangChain', answerInterrupts, { content: [], __interrupt__: reviews }],
  ] as const)('the helper for %s uses no approval before all have a decision', async (_name, answer, result) => {
    const { client, telegram, ada, get, chat } = await startReviewing();
    await expect(answer(client, result, options)).rejects.toThrow('No one has decided');
    const [first, second] = telegram.messages({ chat: ada });
    expect(chat()).toHaveLength(2);
    await telegram.press({ chat: ada, button: 'Approve', message: first });
    await client.waitForAnswer('#1');
    await expect(answer(client, result, options)).rejects.toThrow('No one has decided');
    expect(await get(1)).toMatchObject({ consumed_at: null });
    await telegram.press({ chat: ada, button: 'Approve', message: second });
    await client.waitForAnswer('#2');
    await answer(client, result, options);
    for (const num of [1, 2]) expect(await get(num)).toMatchObject({ consumed_at: expect.any(String) });
  });
});
