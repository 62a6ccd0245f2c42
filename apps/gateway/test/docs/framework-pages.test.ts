import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { blocks, root } from './blocks.js';

const pages = readdirSync(path.join(root, 'docs/agents')).map((name) => `docs/agents/${name}`);
const programs = blocks().filter(({ file, mark }) => file.startsWith('docs/agents/') && mark === 'example');

it('each example for a framework is on a page under docs/agents', () => {
  const names = readdirSync(path.join(root, 'examples')).filter((name) =>
    /^(?:agent_.*\.py|(?:ai-sdk|claude-agent-sdk|langgraph|openai-agents)\.ts)$/.test(name),
  );
  const sources = programs.map(({ source }) => source);
  expect(new Set(sources)).toEqual(new Set(names.map((name) => `examples/${name}`)));
  expect(sources).toHaveLength(7);
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
