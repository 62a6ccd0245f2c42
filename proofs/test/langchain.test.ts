/** @module-tag slow */
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerInterrupts } from '@gateway/client/langchain';
import { fakeGateway } from '@gateway/client/testing';
import { until } from '../../apps/gateway/test/harness/until.js';
import { startReviewing } from '../../apps/gateway/test/client/frameworks/reviewing.js';

/** A model that calls the tool `deploy` first, and then repeats the result that it got. */
class ScriptedModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools() {
    return this;
  }

  override _generate(messages: BaseMessage[]) {
    const last = messages.at(-1);
    const calls = [{ id: 'call-1', name: 'deploy', args: { service: 'api', version: '1' } }];
    const message =
      last?.type === 'tool' ? new AIMessage(`Done: ${last.text}`) : new AIMessage({ content: '', tool_calls: calls });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

describe('answerInterrupts with humanInTheLoopMiddleware of LangChain', () => {
  const deploy = tool(({ service, version }) => `${service} ${version} is deployed`, {
    name: 'deploy',
    description: 'Deploys a service.',
    schema: z.object({ service: z.string(), version: z.string() }),
  });
  const start = async () => {
    const agent = createAgent({
      model: new ScriptedModel(),
      tools: [deploy],
      middleware: [
        humanInTheLoopMiddleware({ interruptOn: { deploy: { allowedDecisions: ['approve', 'reject', 'edit'] } } }),
      ],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: 'thread-1' } };
    const interrupted = await agent.invoke({ messages: [new HumanMessage('Deploy the api.')] }, config);
    return { interrupted, resume: (resume: unknown) => agent.invoke(new Command({ resume }), config) };
  };

  for (const [button, words, expected] of [
    ['Approve', undefined, 'api 1 is deployed'],
    ['Reject', 'Not on a Friday.', 'Not on a Friday.'],
  ] as const)
    it(`resumes the agent after ${button}`, async () => {
      const { client, decide } = await startReviewing();
      const { interrupted, resume } = await start();
      const answering = answerInterrupts(client, interrupted);
      await decide(button, words);
      const result = await resume(await answering);
      expect(result.messages.at(-1)?.text).toContain(expected);
      expect(await answerInterrupts(client, result)).toBeNull();
    });

  it('resumes the agent with arguments that a person edited', async () => {
    const { client, decide, telegram, ada } = await startReviewing();
    const { interrupted, resume } = await start();
    const answering = answerInterrupts(client, interrupted);
    await decide('Edit', 'version: 2');
    await until(() =>
      telegram
        .messages({ chat: ada })
        .some(({ reply_markup }) => JSON.stringify(reply_markup ?? '').includes('Use these')),
    );
    await telegram.press({ chat: ada, button: 'Use these' });
    expect((await resume(await answering)).messages.at(-1)?.text).toContain('api 2 is deployed');
  });

  it('shows the arguments once, without the description that the middleware makes of them', async () => {
    const { client, decide, telegram, ada } = await startReviewing();
    const { interrupted } = await start();
    const answering = answerInterrupts(client, interrupted);
    await decide('Approve');
    await answering;
    const [{ text } = { text: '' }] = telegram.messages({ chat: ada });
    expect(text).toContain('service: api');
    expect(text).not.toContain('Args:');
    expect(text).not.toContain('Tool execution requires approval');
  });

  it('throws when no one decides in time, so that the agent stays interrupted', async () => {
    const { client } = await startReviewing();
    const { interrupted } = await start();
    await expect(answerInterrupts(client, interrupted, { waitSec: 0 })).rejects.toThrow('No one has decided about #1');
  });
});

describe('answerInterrupts with interrupt() of LangGraph', () => {
  const State = Annotation.Root({ answer: Annotation<string> });
  const start = async (value: unknown) => {
    const graph = new StateGraph(State)
      .addNode('ask', () => ({ answer: interrupt<unknown, string>(value) }))
      .addEdge(START, 'ask')
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: 'thread-1' } };
    const interrupted = await graph.invoke({ answer: '' }, config);
    return { interrupted, resume: (resume: unknown) => graph.invoke(new Command({ resume }), config) };
  };

  it('resumes the graph with the option that a person presses', async () => {
    const { client, press } = await startReviewing();
    const { interrupted, resume } = await start({ text: 'Which region?', options: ['eu', 'us'] });
    const answering = answerInterrupts(client, interrupted);
    await press('eu');
    expect(await resume(await answering)).toMatchObject({ answer: 'eu' });
  });

  it('resumes the graph with the text that a person writes', async () => {
    const { client, telegram, ada, get } = await startReviewing();
    const { interrupted, resume } = await start('What shall it be called?');
    const answering = answerInterrupts(client, interrupted);
    await until(async () => (await get(1)).state === 'pending');
    telegram.writeText({ chat: ada, text: 'ID:#1 Ada Lovelace' });
    expect(await resume(await answering)).toMatchObject({ answer: 'Ada Lovelace' });
  });

  it('finds its question again when the graph is started again with its checkpoints and run id', async () => {
    const { client, press, list } = await startReviewing();
    const checkpointer = new MemorySaver();
    const runId = 'thread-1';
    const config = { configurable: { thread_id: runId } };
    // As a program makes it at its start.
    const compiled = () =>
      new StateGraph(State)
        .addNode('ask', () => ({ answer: interrupt<object, string>({ text: 'Which region?', options: ['eu', 'us'] }) }))
        .addEdge(START, 'ask')
        .compile({ checkpointer });
    const first = await compiled().invoke({ answer: '' }, config);
    await expect(answerInterrupts(client, first, { runId, waitSec: 0 })).rejects.toThrow('No one has decided about #1');
    await press('eu');
    const graph = compiled();
    const resume = await answerInterrupts(client, await graph.invoke(null, config), { runId });
    expect(await graph.invoke(new Command({ resume }), config)).toMatchObject({ answer: 'eu' });
    expect((await list('?state=all')).json).toHaveLength(1);
  });

  it('refuses an interrupt that is not a question', async () => {
    const { client } = await startReviewing();
    const { interrupted } = await start(7);
    await expect(answerInterrupts(client, interrupted)).rejects.toThrow('An interrupt must be a text');
  });
});

it('a graph of LangGraph is resumed with the answer of fakeGateway', async () => {
  const State = Annotation.Root({ region: Annotation<string> });
  const graph = new StateGraph(State)
    .addNode('ask', () => ({ region: interrupt<object, string>({ text: 'Which region?', options: ['eu', 'us'] }) }))
    .addEdge(START, 'ask')
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 'thread-1' } };
  const { gateway } = fakeGateway({ answers: { 'Which region?': 'us' } });
  const resume = await answerInterrupts(gateway, await graph.invoke({ region: '' }, config));
  expect(await graph.invoke(new Command({ resume }), config)).toMatchObject({ region: 'us' });
});
