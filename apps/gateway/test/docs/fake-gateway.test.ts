import { describe, expect, it } from 'vitest';
import { compiledProgram, startProgram } from '../examples/run.js';
import { hasPython } from '../python-client/python.js';
import { blocks } from './blocks.js';

/** The programs of the documentation that need no gateway, because they make a fake one. */
const programs = blocks().filter(({ code }) => /\bfrom '?(@gateway\/client\/|gateway_client\.)testing\b/.test(code));
const inLanguage = (wanted: string) =>
  programs
    .filter(({ language, mark }) => language === wanted && mark !== 'syntax')
    .map(({ file, line, code }) => [`${file}:${line}`, code] as const);

it('the documentation has programs with a fake gateway in both languages', () => {
  expect(inLanguage('ts').length).toBeGreaterThan(2);
  expect(inLanguage('python').length).toBeGreaterThan(1);
});

describe('without a gateway', () => {
  it.each(inLanguage('ts'))('the program at %s prints what its comments say', async (_name, code) => {
    const file = await compiledProgram(code, { '@gateway/client': 'packages/client' });
    const running = startProgram(process.execPath, [file]);
    expect(await running.ended(), running.output()).toBe(0);
    for (const [, printed = ''] of code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm))
      expect(running.output()).toContain(printed);
  });

  it.skipIf(!hasPython).each(inLanguage('python'))('the program at %s ends without an error', async (_name, code) => {
    const running = startProgram('python3', ['-c', code]);
    expect(await running.ended(), running.output()).toBe(0);
  });
});
