import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import ts from 'typescript';
import { root } from '../docs/blocks.js';
import { folderOf } from '../docs/programs.js';

export const example = (name: string) => readFileSync(path.join(root, 'examples', name), 'utf8');

/** An example in a folder with the packages that it imports, compiled to JavaScript. `others`: examples that it imports. */
export async function compiledExample(
  name: string,
  packages: Readonly<Record<string, string>>,
  others: readonly string[] = [],
): Promise<string> {
  return await compiledProgram(
    example(name),
    packages,
    Object.fromEntries(others.map((other) => [other, example(other)])),
  );
}

/** A program in TypeScript in such a folder. `others`: the sources of the files that it imports, by name. */
export async function compiledProgram(
  source: string,
  packages: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await folderOf({ 'package.json': '{ "type": "module" }' });
  const file = path.join(folder, 'example.mjs');
  writeFileSync(file, compiled(source));
  for (const [other, code] of Object.entries(others))
    writeFileSync(path.join(folder, other.replace(/\.ts$/, '.js')), compiled(code));
  for (const [imported, source] of Object.entries(packages)) {
    const link = path.join(folder, 'node_modules', imported);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, source), link, 'dir');
  }
  return file;
}

function compiled(source: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

export interface RunningExample {
  output(): string;
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

/** Starts an example with the address of the gateway. It is killed after the test. */
export function startExample(
  command: string,
  args: readonly string[],
  url: string,
  env: Readonly<Record<string, string>> = {},
): RunningExample {
  return startProgram(command, args, { GATEWAY_URL: url, ...env });
}

/** Starts a program that can import the Python client. It is killed after the test. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningExample {
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: path.join(root, 'clients/python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  return { output: () => output, kill, ended: async () => (await closed)[0] };
}
