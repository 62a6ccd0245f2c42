import { execFileSync } from 'node:child_process';
import { newPrompt } from '@gateway/contract';
import { expect, it } from 'vitest';
import { KEY_PLACEHOLDER, snippets } from '../src/lib/page/snippets.js';

const origin = 'https://gateway.example.com';
const [curl, typescript, n8n] = snippets({ origin, apiKey: 'gw_test', channelId: 'ops' });

/** The arguments that a POSIX shell passes to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument in "$@"; do printf '%s\\n' "$argument"; done; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

it('contain the URL and the key, or a placeholder without a key', () => {
  for (const { text } of [curl, typescript, n8n]) {
    expect(text).toContain(origin);
    expect(text).toContain('gw_test');
  }
  expect(snippets({ origin }).every(({ text }) => text.includes(KEY_PLACEHOLDER))).toBe(true);
});

it('create a valid prompt from a shell with any channel id', () => {
  const given = argumentsOf(snippets({ origin, channelId: "it's" })[0].text);
  expect(given).toContain(`${origin}/v1/prompts/new`);
  const body = JSON.parse(given[given.indexOf('-d') + 1] ?? '') as object;
  expect(body).toMatchObject({ channel_id: "it's", options: ['Deploy', 'Wait'] });
  expect(newPrompt.safeParse({ ...body, channel_id: 'ops' }).success).toBe(true);
});

it('create n8n nodes that ask, wait for the answer and ignore answers to other prompts', () => {
  const { nodes, connections } = JSON.parse(n8n.text) as {
    nodes: { name: string; parameters: Record<string, string> }[];
    connections: Record<string, { main: { node: string }[][] }>;
  };
  expect(nodes.map(({ name }) => name)).toEqual(['Ask a person', 'Wait for the answer', 'Is it this question?']);
  expect(connections['Ask a person']?.main[0]?.[0]?.node).toBe('Wait for the answer');
  const body = JSON.parse(nodes[0]?.parameters['jsonBody']?.slice(1) ?? '') as object;
  expect(body).toMatchObject({ channel_id: 'ops', callback_url: '{{ $execution.resumeUrl }}/approval' });
});
