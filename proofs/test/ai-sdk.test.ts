/** @module-tag slow */
import { generateText, stepCountIs, tool, type ModelMessage } from 'ai-6';
import { generateText as generateText7, stepCountIs as stepCountIs7, tool as tool7 } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { MockLanguageModelV3 } from 'ai-6/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvalMessage, toolApproval, UndecidedError } from '@gateway/client/ai-sdk';
import { startReviewing } from '../../apps/gateway/test/client/frameworks/reviewing.js';

/** A model that calls the tool `deploy` first, and then writes "Done." with the results that it got. */
function scripted() {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const call = { type: 'tool-call' as const, toolCallId: 'call-1', toolName: 'deploy', input: '{"service":"api"}' };
  return ({ prompt }: { prompt: readonly { role: string; content: unknown }[] }) => {
    const results = prompt.filter(({ role }) => role === 'tool');
    const done = { type: 'text' as const, text: `Done: ${JSON.stringify(results.map(({ content }) => content))}` };
    const unified = results.length > 0 ? ('stop' as const) : ('tool-calls' as const);
    return Promise.resolve({
      content: [results.length > 0 ? done : call],
      finishReason: { unified, raw: undefined },
      usage,
      warnings: [],
    });
  };
}

const deploy = {
  description: 'Deploys a service.',
  inputSchema: z.object({ service: z.string() }),
  execute: ({ service }: { service: string }) => Promise.resolve(`${service} is deployed`),
};

describe('toolApproval in AI SDK 7', () => {
  const run = (approval: ReturnType<typeof toolApproval>) =>
    generateText7({
      model: new MockLanguageModelV4({ doGenerate: scripted() }),
      tools: { deploy: tool7(deploy) },
      toolApproval: approval,
      stopWhen: stepCountIs7(3),
      prompt: 'Deploy the api.',
    });

  it('runs the tool when a person approves, and shows the arguments in the chat', async () => {
    const { client, decide, chat } = await startReviewing();
    const running = run(toolApproval(client));
    await decide('Approve');
    expect((await running).text).toContain('api is deployed');
    expect(chat()[0]).toContain('service: api');
  });

  it('tells the model the words of the person who rejects', async () => {
    const { client, decide } = await startReviewing();
    const running = run(toolApproval(client, { tools: ['deploy'] }));
    await decide('Reject', 'Not on a Friday.');
    const { text } = await running;
    expect(text).toContain('Not on a Friday.');
    expect(text).not.toContain('is deployed');
  });

  it('leaves the call to the approval of the SDK when no one decides in time', async () => {
    const { client } = await startReviewing();
    const { content, text } = await run(toolApproval(client, { waitSec: 0 }));
    expect(text).toBe('');
    expect(content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }));
  });

  it('asks about named tools only', async () => {
    const { client } = await startReviewing();
    expect((await run(toolApproval(client, { tools: ['delete'] }))).text).toContain('api is deployed');
  });
});

describe('approvalMessage in AI SDK 6', () => {
  const model = () => new MockLanguageModelV3({ doGenerate: scripted() });
  const tools = { deploy: tool({ ...deploy, needsApproval: true }) };
  const run = (messages: ModelMessage[]) => generateText({ model: model(), tools, stopWhen: stepCountIs(3), messages });

  for (const [button, words, expected] of [
    ['Approve', undefined, 'api is deployed'],
    ['Reject', 'Not on a Friday.', 'Not on a Friday.'],
  ] as const)
    it(`answers the approval request after ${button}`, async () => {
      const { client, decide } = await startReviewing();
      const messages: ModelMessage[] = [{ role: 'user', content: 'Deploy the api.' }];
      const asked = await run(messages);
      const answering = approvalMessage(client, asked);
      await decide(button, words);
      const answer = await answering;
      if (!answer) throw new Error('There is no approval request.');
      const { text, content } = await run([...messages, ...asked.response.messages, answer]);
      expect(text).toContain(expected);
      expect(await approvalMessage(client, { content })).toBeNull();
    });

  it('throws when no one decides in time, and finds the question again with the run id', async () => {
    const { client, decide, list } = await startReviewing();
    const asked = await run([{ role: 'user', content: 'Deploy the api.' }]);
    const stored = JSON.stringify(asked.content);
    const answer = (waitSec?: number) =>
      approvalMessage(client, { content: JSON.parse(stored) as typeof asked.content }, { runId: 'run-7', waitSec });
    await expect(answer(0)).rejects.toThrow(UndecidedError);
    await expect(answer(0)).rejects.toThrow('No one has decided about #1: it is pending.');
    await decide('Approve');
    expect((await answer())?.content).toMatchObject([{ type: 'tool-approval-response', approved: true }]);
    expect((await list('?state=all')).json).toHaveLength(1);
  });
});
