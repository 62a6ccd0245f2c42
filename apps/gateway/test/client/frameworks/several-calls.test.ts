import { describe, expect, it } from 'vitest';
import { GatewayError, type Gateway } from '@gateway/client';
import { approvalMessage } from '@gateway/client/ai-sdk';
import { canUseTool } from '@gateway/client/claude-agent-sdk';
import { answerInterrupts } from '@gateway/client/langchain';
import { answerInterruptions } from '@gateway/client/openai-agents';
import { fakeGateway, type FakeGateway } from '@gateway/client/testing';

const options = { runId: 'run-1' };
/** The gateway refuses an action with this name. */
const tooLong = 'x'.repeat(200);

/** Each asks about calls of the named tools, and tells in their order which of them may run. */
const helpers: Readonly<Record<string, (gateway: Gateway, names: readonly string[]) => Promise<boolean[]>>> = {
  async 'AI SDK'(gateway, names) {
    const content = names.map((toolName, index) => ({
      type: 'tool-approval-request',
      approvalId: `approval-${index}`,
      toolCall: { toolCallId: `call-${toolName}`, toolName, input: { service: 'api' } },
    }));
    const message = await approvalMessage(gateway, { content }, options);
    return (message?.content ?? []).map(({ approved }) => approved);
  },
  async LangChain(gateway, names) {
    const interrupts = names.map((name) => ({ id: `review-${name}`, value: reviewOf([name]) }));
    const resume = await answerInterrupts(gateway, { __interrupt__: interrupts }, options);
    return names.flatMap((name) => runs(resume?.[`review-${name}`]));
  },
  async 'OpenAI Agents'(gateway, names) {
    const { state, interruptions, approved } = interrupted(names);
    await answerInterruptions(gateway, { interruptions, state }, options);
    return names.map((name) => approved.has(name));
  },
};

/** An interrupt of `humanInTheLoopMiddleware`. */
const reviewOf = (names: readonly string[]) => ({
  actionRequests: names.map((name) => ({ name, args: { service: 'api' } })),
  reviewConfigs: names.map((actionName) => ({ actionName, allowedDecisions: ['approve', 'reject'] })),
});

const runs = (resume: unknown) =>
  (resume as { decisions: readonly { type: string }[] }).decisions.map(({ type }) => type === 'approve');

function interrupted(names: readonly string[]) {
  const approved = new Set<string>();
  const interruptions = names.map((name) => ({
    name,
    arguments: '{"service":"api"}',
    rawItem: { callId: `call-${name}` },
  }));
  const state = { approve: ({ name = '' }: { name: string | undefined }) => void approved.add(name), reject: () => {} };
  return { interruptions, state, approved };
}

const routesOf = (fake: FakeGateway) =>
  fake.calls.flatMap(({ method, path }) => (method === 'POST' && !path.includes('consume') ? [path] : []));

describe.each(Object.entries(helpers))('the helper for %s', (_name, ask) => {
  it('asks about all calls in one request, and gives each its own answer', async () => {
    const fake = fakeGateway();
    const asking = ask(fake.gateway, ['deploy', 'delete', 'restart']);
    await fake.asked('restart');
    expect(fake.prompts.map(({ action }) => action?.name)).toEqual(['deploy', 'delete', 'restart']);
    for (const [name, answer] of [
      ['restart', 'approve'],
      ['delete', 'reject'],
      ['deploy', 'approve'],
    ] as const)
      await fake.answer(name, answer);
    expect(await asking).toEqual([true, false, true]);
    expect(routesOf(fake)).toEqual(['/v1/prompts/batch']);
  });

  it('asks nothing twice when it is repeated, also with fewer calls', async () => {
    const fake = fakeGateway();
    const first = ask(fake.gateway, ['deploy', 'delete']);
    await fake.asked('delete');
    const again = ask(fake.gateway, ['deploy', 'delete']);
    const fewer = ask(fake.gateway, ['delete']);
    for (const name of ['deploy', 'delete']) await fake.answer(name, 'reject');
    expect([await first, await again, await fewer]).toEqual([[false, false], [false, false], [false]]);
    expect(fake.prompts).toHaveLength(2);
  });

  it('asks about the other calls when the gateway refuses one, and throws its error', async () => {
    const fake = fakeGateway({ answers: { '*': 'approve' } });
    await expect(ask(fake.gateway, ['deploy', tooLong, 'delete'])).rejects.toThrow(GatewayError);
    expect(fake.prompts.map(({ state }) => state)).toEqual(['answered', 'answered']);
  });
});

it('answerInterruptions keeps the decisions about the other calls when the gateway refuses one', async () => {
  const fake = fakeGateway({ answers: { '*': 'approve' } });
  const { state, interruptions, approved } = interrupted(['deploy', tooLong, 'delete']);
  await expect(answerInterruptions(fake.gateway, { interruptions, state }, options)).rejects.toMatchObject({
    status: 400,
    code: 'validation',
  });
  expect([...approved]).toEqual(['deploy', 'delete']);
});

it('answerInterrupts asks about the calls of all interrupts in one request, and resumes each with its own answers', async () => {
  const fake = fakeGateway({ answers: { 'de*': 'approve', restart: 'reject', 'Which region?': 'eu' } });
  const result = {
    __interrupt__: [
      { id: 'first', value: reviewOf(['deploy', 'restart']) },
      { id: 'second', value: { text: 'Which region?', options: ['eu', 'us'] } },
      { id: 'third', value: reviewOf(['delete']) },
    ],
  };
  const { first, second, third } = (await answerInterrupts(fake.gateway, result, options)) ?? {};
  expect([runs(first), second, runs(third)]).toEqual([[true, false], 'eu', [true]]);
  expect(routesOf(fake)).toEqual(['/v1/prompts/batch']);
});

it('canUseTool asks all questions of AskUserQuestion in one request', async () => {
  const fake = fakeGateway({ answers: { 'Which region*': 'eu', 'Which size*': 'A large one' } });
  const question = (text: string, labels: readonly string[]) => ({
    question: text,
    options: labels.map((label) => ({ label })),
  });
  const input = { questions: [question('Which region?', ['eu', 'us']), question('Which size?', ['small'])] };
  const context = { signal: new AbortController().signal, toolUseID: 'call-1' };
  expect(await canUseTool(fake.gateway)('AskUserQuestion', input, context)).toMatchObject({
    updatedInput: { answers: { 'Which region?': 'eu', 'Which size?': 'A large one' } },
  });
  expect(routesOf(fake)).toEqual(['/v1/prompts/batch']);
});

it('askAll asks more questions than one request takes, with the results in order', async () => {
  const fake = fakeGateway({ answers: { '*': 'Yes' } });
  const prompts = Array.from({ length: 23 }, (_, index) => ({
    text: index === 21 ? '' : `Number ${index}?`,
    options: ['Yes'],
  }));
  const results = await fake.gateway.askAll(prompts);
  expect(results.map(({ status }) => status)).toEqual(prompts.map(({ text }) => (text ? 'fulfilled' : 'rejected')));
  expect(fake.prompts.map(({ text }) => text)).toEqual(prompts.flatMap(({ text }) => text || []));
  await expect(fake.gateway.askAll(prompts, { idempotencyKeys: ['a'] })).rejects.toThrow('one key for each question');
});
