/** @module-tag slow */
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../apps/gateway/test/docs/blocks.js';
import { folderOf } from '../../apps/gateway/test/docs/programs.js';
import { client, expectOutput, start } from '../../apps/gateway/test/examples/asked.js';
import { compiledExample, startExample } from '../../apps/gateway/test/examples/run.js';

const installed = (name: string) => `proofs/node_modules/${name}`;

it('the example langgraph.ts continues its graph with the answer', async () => {
  const { url, press } = await start();
  const packages = { ...client, '@langchain/langgraph': installed('@langchain/langgraph') };
  const running = startExample(process.execPath, [await compiledExample('langgraph.ts', packages)], url);
  await press('us');
  await expectOutput(running, 'Deployed to us');
});

it('the example ai-sdk.ts runs its tool after an approval', async () => {
  const { url, press, chat } = await start();
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
  await press('Approve');
  await expectOutput(running, 'api is deployed');
  expect(chat()[0]).toContain('service: api');
});
