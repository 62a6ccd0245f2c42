import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startAsking } from '../api/asking.js';
import { blocks } from '../docs/blocks.js';
import { until } from '../harness/until.js';
import { startPython, hasPython } from './python.js';

const programs = blocks().filter(({ language, mark }) => language === 'python' && mark === 'client');

it('the README of the Python client has programs to run', () => {
  expect(programs.length).toBeGreaterThan(2);
});

it.skipIf(!hasPython).each(programs.map(({ file, line, code }) => [`${file}:${line}`, code]))(
  'the program at %s asks and prints what the person pressed',
  async (_name, code) => {
    const { gateway, telegram, ada } = await startAsking();
    const program = startPython(['-c', code.replaceAll('http://localhost:8100', gateway.url)]);
    const chat = () => telegram.messages({ chat: ada });
    await until(() => chat().some(({ reply_markup }) => reply_markup?.inline_keyboard.length));
    await telegram.press({ chat: ada, button: 0 });
    await program.ended();
    expect(program.output()).toMatch(/'Deploy'|^True|^Deploying \{/);
  },
);

it.skipIf(!hasPython)('the Python in the documents is valid', () => {
  // A document may await at its top level.
  const check = 'import ast, sys; compile(sys.stdin.read(), "block", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)';
  for (const { code } of blocks().filter(({ language }) => language === 'python'))
    execFileSync('python3', ['-c', check], { input: code });
});
