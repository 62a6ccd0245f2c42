/** @module-tag slow */
import { generateText, stepCountIs, tool } from 'ai-6';
import { generateText as generateText7, stepCountIs as stepCountIs7, tool as tool7 } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { MockLanguageModelV3 } from 'ai-6/test';
import type { Options } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvedTool, toolApproval, UndecidedError } from '@gateway/client/ai-sdk';
import { approvals } from '@gateway/client/claude-agent-sdk';
import { fakeGateway, type FakeGateway } from '@gateway/client/testing';

/** A model that calls the tool `deploy` first, and then writes what came of it. */
function scripted({ prompt }: { prompt: readonly { role: string; content: unknown }[] }) {
  const results = prompt.filter(({ role }) => role === 'tool');
  const call = { type: 'tool-call' as const, toolCallId: 'call-1', toolName: 'deploy', input: '{"service":"api"}' };
  const done = { type: 'text' as const, text: JSON.stringify(results.map(({ content }) => content)) };
  const unified = results.length > 0 ? ('stop' as const) : ('tool-calls' as const);
  return Promise.resolve({
    content: [results.length > 0 ? done : call],
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  });
}

const inputSchema = z.object({ service: z.string() });
const deploying = () => {
  const deployed: string[] = [];
  const execute = ({ service }: { service: string }) => (deployed.push(service), `${service} is deployed`);
  return { deployed, plain: { description: 'Deploys a service.', inputSchema, execute } };
};

const sdks = {
  async 'AI SDK 6'({ gateway }: FakeGateway, waitSec?: number) {
    const { deployed, plain } = deploying();
    const settings = {
      name: 'deploy',
      runId: 'run-1',
      waitSec,
      checkEdited: (args: object) => inputSchema.parse(args),
    };
    const deploy = approvedTool(gateway, tool(plain), settings);
    const model = new MockLanguageModelV3({ doGenerate: scripted });
    const { text } = await generateText({ model, tools: { deploy }, stopWhen: stepCountIs(3), prompt: 'Deploy.' });
    return { deployed, text };
  },
  async 'AI SDK 7'({ gateway }: FakeGateway, waitSec?: number) {
    const { deployed, plain } = deploying();
    const deploy = approvedTool(gateway, tool7(plain), { name: 'deploy', runId: 'run-1', waitSec });
    const model = new MockLanguageModelV4({ doGenerate: scripted });
    const { text } = await generateText7({ model, tools: { deploy }, stopWhen: stepCountIs7(3), prompt: 'Deploy.' });
    return { deployed, text };
  },
};

describe.each(Object.entries(sdks))('approvedTool in %s', (_name, run) => {
  it('runs the tool with the arguments that a person edited, once', async () => {
    const fake = fakeGateway({ answers: { deploy: { decision: 'edit', args: { service: 'web' } } } });
    expect(await run(fake)).toEqual({ deployed: ['web'], text: expect.stringContaining('web is deployed') });
    expect(await run(fake)).toEqual({ deployed: [], text: expect.stringContaining('The approval was used already.') });
    expect(fake.prompts).toHaveLength(1);
  });

  it('runs the tool with its arguments after an approval, and not after a rejection', async () => {
    expect((await run(fakeGateway({ answers: { deploy: 'approve' } }))).deployed).toEqual(['api']);
    const rejected = await run(
      fakeGateway({ answers: { deploy: { decision: 'reject', reason: 'Not on a Friday.' } } }),
    );
    expect(rejected).toEqual({ deployed: [], text: expect.stringContaining('Not on a Friday.') });
  });

  it('does not run the tool when no one decides in time, and the model is told so', async () => {
    expect(await run(fakeGateway(), 0)).toEqual({
      deployed: [],
      text: expect.stringContaining('No one has decided about #1'),
    });
  });
});

it('approvedTool does not use an approval when the edited arguments do not pass the check', async () => {
  const fake = fakeGateway({ answers: { deploy: { decision: 'edit', args: { service: 7 } } } });
  const { deployed, text } = await sdks['AI SDK 6'](fake);
  expect(deployed).toEqual([]);
  expect(text).toContain('expected string');
  expect(fake.prompts[0]?.consumed_at).toBeNull();
});

it('approvedTool refuses a tool without execute', () => {
  const call = () => approvedTool(fakeGateway().gateway, tool({ inputSchema }), { name: 'deploy' });
  expect(call).toThrow('The tool has no execute');
});

describe('toolApproval, when no one decides in time,', () => {
  const call = { toolCall: { toolCallId: 'call-1', toolName: 'deploy', input: { service: 'api' } } };
  const decided = (onUndecided: Parameters<typeof toolApproval>[1] & object) =>
    toolApproval(fakeGateway().gateway, { waitSec: 0, ...onUndecided })(call);

  it('denies the call with onUndecided: deny, and tells the model why', async () => {
    expect(await decided({ onUndecided: 'deny' })).toEqual({
      type: 'denied',
      reason: 'No one has decided about #1: it is pending. This call was not run.',
    });
  });

  it('throws with onUndecided: throw', async () => {
    await expect(decided({ onUndecided: 'throw' })).rejects.toThrow(UndecidedError);
  });

  it('tells a function of it, which says what becomes of the call', async () => {
    const told: string[] = [];
    const onUndecided = ({ outcome }: UndecidedError) => (told.push(outcome.promptId), 'user-approval' as const);
    expect(await decided({ onUndecided })).toBe('user-approval');
    expect(told).toEqual(['#1']);
  });
});

describe('approvals for the Claude Agent SDK', () => {
  const context = { signal: new AbortController().signal, toolUseID: 'call-1', requestId: 'request-1' };

  it('tell the model after an edit with which input the call ran, once', async () => {
    const fake = fakeGateway({ answers: { Bash: { decision: 'edit', args: { command: 'ls' } } } });
    const { canUseTool, hooks } = approvals(fake.gateway);
    // The types fit the SDK.
    ({ canUseTool, hooks }) satisfies Options;
    const tell = hooks.PostToolUse[0]?.hooks[0];
    expect(await canUseTool('Bash', { command: 'rm -rf /' }, context)).toMatchObject({
      updatedInput: { command: 'ls' },
    });
    expect(await tell?.({}, 'call-1')).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('It ran with: {"command":"ls"}') },
    });
    expect(await tell?.({}, 'call-1')).toEqual({});
  });

  it('tell the model nothing after an approval', async () => {
    const { canUseTool, hooks } = approvals(fakeGateway({ answers: { Bash: 'approve' } }).gateway);
    await canUseTool('Bash', { command: 'ls' }, context);
    expect(await hooks.PostToolUse[0]?.hooks[0]?.({}, 'call-1')).toEqual({});
  });
});
