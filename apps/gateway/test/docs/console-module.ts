import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './blocks.js';

/** Exports of a module of the console that imports nothing: texts that it shows, and what makes them. */
export function consoleModule(file: string): object {
  const source = readFileSync(path.join(root, 'apps/console/src', file), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported = {};
  // oxlint-disable-next-line no-implied-eval -- what the console shows is tested as the text of a document is
  new Function('exports', outputText)(exported);
  return exported;
}
