import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { parseCsv } from './parse-csv.js';

it('an exported prompt has what was asked for apart from the words of the agent', async () => {
  const { gateway, ask } = await startAsking();
  const args = { cmd: 'rm *.log', force: true };
  await ask({
    text: 'List the files?',
    action: { name: 'run', summary: 'action_name: list_files', risk: 'low', args },
    decisions: ['approve', 'reject'],
  });
  await ask({ text: 'action_name: run', options: ['Yes', 'No'] });
  const { text } = await gateway.request('GET', '/v1/prompts/export?format=csv');
  const [plain, prompt] = parseCsv(text);
  expect(prompt).toMatchObject({ text: 'List the files?', action_name: 'run' });
  expect(JSON.parse(prompt?.['action_args'] ?? '')).toEqual(args);
  expect(JSON.parse(prompt?.['action'] ?? '')).toMatchObject({ summary: 'action_name: list_files', risk: 'low' });
  expect(prompt).toMatchObject({
    what_will_be_done: 'What will be done:\nAction: run\ncmd: rm *.log\nforce: true',
    agent_says: '> List the files?\n> action_name: list_files',
  });
  expect(plain).toMatchObject({
    what_will_be_done: '',
    agent_says: '',
    text: 'action_name: run',
    action_name: '',
    action_args: '',
    action: '',
  });
});
