import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { blocks, root } from './blocks.js';

const pages = readdirSync(path.join(root, 'docs/agents')).map((name) => `docs/agents/${name}`);
const programs = blocks().filter(({ file, mark }) => file.startsWith('docs/agents/') && mark === 'example');

it('each program of a framework has a page under docs/agents', () => {
  const sources = programs.map(({ source }) => source);
  const examples = ['ai-sdk', 'claude-agent-sdk', 'langgraph', 'openai-agents'].map((name) => `examples/${name}.ts`);
  expect(sources.toSorted()).toEqual(examples);
});

it.each(programs.map(({ file, source = '', code }) => [file, source, code]))(
  'the program on %s is the whole file %s',
  (_page, source, code) => {
    expect(code).toBe(readFileSync(path.join(root, source), 'utf8'));
  },
);

it.each(pages)('%s is in the index of the documentation and in the table of docs/agents.md', (page) => {
  const name = path.basename(page);
  for (const index of ['docs/README.md', 'docs/agents.md'])
    expect(readFileSync(path.join(root, index), 'utf8')).toContain(`](agents/${name})`);
});
