import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './blocks.js';

/** The exports of a console module without imports, such as the snippets that the console shows. */
export function consoleModule(file: string): object {
  const source = readFileSync(path.join(root, 'apps/console/src', file), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported = {};
  // oxlint-disable-next-line no-implied-eval -- runs a module of this repository
  new Function('exports', outputText)(exported);
  return exported;
}
