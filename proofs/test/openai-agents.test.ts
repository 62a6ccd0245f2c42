/** @module-tag slow */
import { Agent, run, RunState, tool, Usage, type Model } from '@openai/agents-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerInterruptions } from '@gateway/client/openai-agents';
import { startReviewing } from '../../apps/gateway/test/client/frameworks/reviewing.js';

/** A model that calls the tool `deploy` first, and then repeats the output that it got. */
const scripted: Model = {
  getResponse({ input }) {
    const results = typeof input === 'string' ? [] : input.filter(({ type }) => type === 'function_call_result');
    const call = {
      type: 'function_call' as const,
      callId: 'call-1',
      name: 'deploy',
      arguments: '{"service":"api"}',
      status: 'completed' as const,
    };
    const text = { type: 'output_text' as const, text: JSON.stringify(results) };
    const message = {
      type: 'message' as const,
      role: 'assistant' as const,
      status: 'completed' as const,
      content: [text],
    };
    return Promise.resolve({ usage: new Usage(), output: [results.length > 0 ? message : call] });
  },
  getStreamedResponse() {
    throw new Error('The test does not stream.');
  },
};

const agent = new Agent({
  name: 'Releases',
  model: scripted,
  tools: [
    tool({
      name: 'deploy',
      description: 'Deploys a service.',
      parameters: z.object({ service: z.string() }),
      needsApproval: true,
      execute: ({ service }) => `${service} is deployed`,
    }),
  ],
});

for (const [button, words, expected] of [
  ['Approve', undefined, 'api is deployed'],
  ['Reject', 'Not on a Friday.', 'Not on a Friday.'],
] as const)
  it(`a run of the OpenAI Agents SDK continues after ${button}`, async () => {
    const { client, decide, chat } = await startReviewing();
    let result = await run(agent, 'Deploy the api.');
    const answering = answerInterruptions(client, result);
    await decide(button, words);
    expect(await answering).toBe(true);
    result = await run(agent, result.state);
    expect(await answerInterruptions(client, result)).toBe(false);
    expect(result.finalOutput).toContain(expected);
    expect(chat()[0]).toContain('service: api');
  });

it('a run of the OpenAI Agents SDK stays interrupted when no one decides, also after it was stored', async () => {
  const { client, decide } = await startReviewing();
  const result = await run(agent, 'Deploy the api.');
  const options = { runId: 'run-7', waitSec: 0 };
  await expect(answerInterruptions(client, result, options)).rejects.toMatchObject({ name: 'UndecidedError' });
  const stored = result.state.toString();
  await decide('Approve');
  const state = await RunState.fromString(agent, stored);
  await answerInterruptions(client, { interruptions: state.getInterruptions(), state }, options);
  expect((await run(agent, state)).finalOutput).toContain('api is deployed');
});
