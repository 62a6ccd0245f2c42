/** @module-tag slow */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../apps/gateway/test/docs/blocks.js';
import { folderOf } from '../../apps/gateway/test/docs/programs.js';
import { client, expectOutput, expectShownOn, start } from '../../apps/gateway/test/examples/asked.js';
import { compiledExample, compiledProgram, startExample } from '../../apps/gateway/test/examples/run.js';

const installed = (name: string) => `proofs/node_modules/${name}`;

it('the example langgraph.ts continues its graph with the answer', async () => {
  const asking = await start();
  const { url, press } = asking;
  const packages = { ...client, '@langchain/langgraph': installed('@langchain/langgraph') };
  const running = startExample(process.execPath, [await compiledExample('langgraph.ts', packages)], url);
  await expectShownOn('langgraph.md', asking);
  await press('us');
  await expectOutput(running, 'Deployed to us');
});

it('the example ai-sdk.ts runs its tool after an approval', async () => {
  const asking = await start();
  const { url, press } = asking;
  const packages = { ...client, ai: installed('ai'), zod: installed('zod') };
  const file = await compiledExample('ai-sdk.ts', packages);
  // In place of a provider of models: first calls the tool, then repeats the result.
  const folder = await folderOf({
    'provider.mjs': `
      import { MockLanguageModelV4, MockProviderV4 } from ${JSON.stringify(path.join(root, installed('ai'), 'dist/test/index.js'))};
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
      const doGenerate = async ({ prompt }) => {
        const results = prompt.filter(({ role }) => role === 'tool');
        return results.length > 0
          ? { content: [{ type: 'text', text: 'Done: ' + JSON.stringify(results) }], finishReason: { unified: 'stop' }, usage, warnings: [] }
          : { content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'deploy', input: '{"service":"api"}' }],
              finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
      };
      globalThis.AI_SDK_DEFAULT_PROVIDER = new MockProviderV4({ languageModels: { scripted: new MockLanguageModelV4({ doGenerate }) } });`,
  });
  const running = startExample(process.execPath, ['--import', path.join(folder, 'provider.mjs'), file], url, {
    MODEL: 'scripted',
  });
  await expectShownOn('ai-sdk.md', asking);
  await press('Approve');
  await expectOutput(running, 'api is deployed');
});

describe('the example openai-agents.ts', () => {
  // In place of OpenAI: first calls the tool, then repeats the result.
  const provider = `
    import { setDefaultModelProvider, Usage } from ${JSON.stringify(path.join(root, installed('@openai/agents-core'), 'dist/index.mjs'))};
    const getResponse = async ({ input }) => {
      const results = typeof input === 'string' ? [] : input.filter(({ type }) => type === 'function_call_result');
      const call = { type: 'function_call', callId: 'call-1', name: 'deploy', arguments: '{"service":"api"}', status: 'completed' };
      const content = [{ type: 'output_text', text: 'Done: ' + JSON.stringify(results) }];
      const message = { type: 'message', role: 'assistant', status: 'completed', content };
      return { usage: new Usage(), output: [results.length > 0 ? message : call] };
    };
    setDefaultModelProvider({ getModel: () => ({ getResponse }) });`;

  const prepare = async (url: string) => {
    // The package `@openai/agents` re-exports this one, and adds the models of OpenAI.
    const packages = { ...client, '@openai/agents': installed('@openai/agents-core'), zod: installed('zod') };
    const file = await compiledExample('openai-agents.ts', packages);
    const folder = await folderOf({ 'provider.mjs': provider });
    const state = path.join(folder, 'state.json');
    const args = ['--import', path.join(folder, 'provider.mjs'), file];
    return { state, run: () => startExample(process.execPath, args, url, { STATE_FILE: state }) };
  };

  it('runs its tool once after an approval, also when it was killed with SIGKILL while it waited', async () => {
    const asking = await start();
    const { url, press, list } = asking;
    const { state, run } = await prepare(url);
    const first = run();
    await expectShownOn('openai-agents.md', asking);
    await first.kill();
    const stored = readFileSync(state);
    const second = run();
    await press('Approve');
    await expectOutput(second, 'api is deployed');
    // As if the second had been killed while its tool ran.
    writeFileSync(state, stored);
    await expectOutput(run(), 'The approval was used already.');
    expect((await list('?state=all')).json).toHaveLength(1);
  });

  it('tells the model the words of the person who rejects', async () => {
    const { url, press, telegram, ada } = await start();
    const running = (await prepare(url)).run();
    await press('Reject');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    await expectOutput(running, 'Not on a Friday.');
  });
});

describe('the example claude-agent-sdk.ts', () => {
  const run = async (url: string) => {
    const sdk = '@anthropic-ai/claude-agent-sdk';
    const file = await compiledExample('claude-agent-sdk.ts', { ...client, [sdk]: installed(sdk) });
    // In place of Claude Code: asks for the permission to use one tool, and says what became of it.
    const claudeCode = await compiledProgram(
      `import { ClaudeCodeProcess } from './claude-code-process.js';
      const { stdin, stdout } = new ClaudeCodeProcess('Bash', { command: 'npm publish' });
      process.stdin.pipe(stdin);
      stdout.on('end', () => process.stdin.destroy()).pipe(process.stdout);`,
      {},
      { 'claude-code-process.ts': readFileSync(path.join(root, 'proofs/test/claude-code-process.ts'), 'utf8') },
    );
    return startExample(process.execPath, [file], url, { CLAUDE_CODE_PATH: claudeCode });
  };

  it('lets a tool run after an approval', async () => {
    const asking = await start();
    const { url, press } = asking;
    const running = await run(url);
    await expectShownOn('claude-agent-sdk.md', asking);
    await press('Approve');
    await expectOutput(running, 'Bash ran with {"command":"npm publish"}');
  });

  it('tells the model the words of the person who rejects', async () => {
    const { url, press, telegram, ada } = await start();
    const running = await run(url);
    await press('Reject');
    telegram.writeText({ chat: ada, text: 'ID:#1 Not on a Friday.' });
    await expectOutput(running, 'Not on a Friday.');
  });
});
