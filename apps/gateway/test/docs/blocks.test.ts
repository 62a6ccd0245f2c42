import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { aliases, blocks, marks, type Block } from './blocks.js';

const all = blocks();
const nameOf = ({ file, line }: Block) => `${file}:${line}`;

describe('a fenced block of the documentation', () => {
  it('says by a mark after its language how the tests run it', () => {
    const known = all.filter(({ language }) => language in marks);
    expect(known.length).toBeGreaterThan(20);
    expect(known.filter(({ language, mark }) => !marks[language]?.includes(mark)).map(nameOf)).toEqual([]);
  });

  it('names its language by the word that the tests expect', () => {
    expect(all.filter(({ language }) => aliases.includes(language)).map(nameOf)).toEqual([]);
  });

  // Parts of an example may be incomplete. The example itself is compiled.
  const programs = all.filter(({ language, mark }) => ['js', 'ts'].includes(language) && mark !== 'example');
  it.each(programs.map((block) => [nameOf(block), block.code]))(
    '%s is valid JavaScript or TypeScript',
    (_name, code) => {
      const { diagnostics = [] } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
      });
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
    },
  );

  it.each(all.filter(({ language }) => language === 'sh').map((block) => [nameOf(block), block.code]))(
    '%s is valid POSIX shell',
    (_name, code) => {
      execFileSync('sh', ['-n'], { input: code, stdio: ['pipe', 'pipe', 'pipe'] });
    },
  );
});
