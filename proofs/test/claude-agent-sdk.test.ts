/** @module-tag slow */
import { query, type PermissionResult } from '@anthropic-ai/claude-agent-sdk';
import { expect, it } from 'vitest';
import { canUseTool, type CanUseToolOptions } from '@gateway/client/claude-agent-sdk';
import { until } from '../../apps/gateway/test/harness/until.js';
import { ClaudeCodeProcess } from './claude-code-process.js';
import { startReviewing, type Reviewing } from '../../apps/gateway/test/client/frameworks/reviewing.js';

/** Runs the SDK until the process ends. Returns what the process was told about its one tool call. */
async function permission(
  { client }: Reviewing,
  toolName: string,
  input: Record<string, unknown>,
  options?: CanUseToolOptions,
): Promise<PermissionResult | null> {
  const claudeCode = new ClaudeCodeProcess(toolName, input);
  const running = query({
    prompt: 'Deploy the api.',
    options: {
      canUseTool: canUseTool(client, options),
      // The SDK asks for the path first, although the process is given.
      pathToClaudeCodeExecutable: 'claude',
      spawnClaudeCodeProcess: () => claudeCode,
    },
  });
  for await (const _message of running);
  return claudeCode.answer;
}

const command = { command: 'npm publish' };

it('canUseTool of the Claude Agent SDK allows a tool that a person approves', async () => {
  const reviewing = await startReviewing();
  const asked = permission(reviewing, 'Bash', command);
  await reviewing.decide('Approve');
  expect(await asked).toMatchObject({ behavior: 'allow', updatedInput: command });
  expect(reviewing.chat()[0]).toContain('command: npm publish');
});

it('canUseTool of the Claude Agent SDK denies with the words of the person who rejects', async () => {
  const reviewing = await startReviewing();
  const asked = permission(reviewing, 'Bash', command);
  await reviewing.decide('Reject', 'Not on a Friday.');
  expect(await asked).toMatchObject({ behavior: 'deny', message: 'Not on a Friday.' });
});

it('canUseTool of the Claude Agent SDK allows with the input that a person edited', async () => {
  const reviewing = await startReviewing();
  const { telegram, ada } = reviewing;
  const asked = permission(reviewing, 'Bash', command, { decisions: ['approve', 'edit'] });
  await reviewing.decide('Edit', 'command: npm publish --dry-run');
  await until(() => JSON.stringify(telegram.messages({ chat: ada })).includes('Use these'));
  await telegram.press({ chat: ada, button: 'Use these' });
  expect(await asked).toMatchObject({ behavior: 'allow', updatedInput: { command: 'npm publish --dry-run' } });
});

it('canUseTool of the Claude Agent SDK interrupts the run when no one decides in time', async () => {
  const asked = permission(await startReviewing(), 'Bash', command, { waitSec: 0 });
  expect(await asked).toMatchObject({
    behavior: 'deny',
    interrupt: true,
    message: expect.stringContaining('No one has decided'),
  });
});

it('canUseTool of the Claude Agent SDK answers AskUserQuestion with the options that a person presses', async () => {
  const reviewing = await startReviewing();
  const options = [
    { label: 'eu', description: 'Frankfurt' },
    { label: 'us', description: 'Virginia' },
  ];
  const input = { questions: [{ question: 'Which region?', header: 'Region', multiSelect: false, options }] };
  const asked = permission(reviewing, 'AskUserQuestion', input);
  await reviewing.press('eu');
  expect(await asked).toMatchObject({
    behavior: 'allow',
    updatedInput: { ...input, answers: { 'Which region?': 'eu' } },
  });
  expect(reviewing.chat()[0]).toContain('eu: Frankfurt');
});
