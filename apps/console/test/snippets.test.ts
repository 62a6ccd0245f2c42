import { execFileSync } from 'node:child_process';
import { newPrompt } from '@gateway/contract';
import { expect, it } from 'vitest';
import { KEY_PLACEHOLDER, snippets } from '../src/lib/snippets.js';

const origin = 'https://gateway.example.com';
const [curl, typescript, n8n] = snippets({ origin, apiKey: 'gw_test', channelId: 'ops' });

/** What a POSIX shell would call with, a line for each argument. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument in "$@"; do printf '%s\\n' "$argument"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

it('carry the real address and the key; without a key a word that asks for one', () => {
  for (const { text } of [curl, typescript, n8n]) {
    expect(text).toContain(origin);
    expect(text).toContain('gw_test');
  }
  expect(snippets({ origin }).every(({ text }) => text.includes(KEY_PLACEHOLDER))).toBe(true);
});

it('give a shell a question that the gateway takes, whatever the channel is called', () => {
  const given = argumentsOf(snippets({ origin, channelId: "it's" })[0].text);
  expect(given).toContain(`${origin}/v1/prompts/new`);
  const body = JSON.parse(given[given.indexOf('-d') + 1] ?? '') as object;
  expect(body).toMatchObject({ channel_id: "it's", options: ['Deploy', 'Wait'] });
  expect(newPrompt.safeParse({ ...body, channel_id: 'ops' }).success).toBe(true);
});

it('give n8n nodes that ask, wait for the answer at an address of this question, and know it from a repeat', () => {
  const { nodes, connections } = JSON.parse(n8n.text) as {
    nodes: { name: string; parameters: Record<string, string> }[];
    connections: Record<string, { main: { node: string }[][] }>;
  };
  expect(nodes.map(({ name }) => name)).toEqual(['Ask a person', 'Wait for the answer', 'Is it this question?']);
  expect(connections['Ask a person']?.main[0]?.[0]?.node).toBe('Wait for the answer');
  const body = JSON.parse(nodes[0]?.parameters['jsonBody']?.slice(1) ?? '') as object;
  expect(body).toMatchObject({ channel_id: 'ops', callback_url: '{{ $execution.resumeUrl }}/approval' });
});
