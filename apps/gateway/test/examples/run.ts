import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import ts from 'typescript';
import { root } from '../docs/blocks.js';
import { folderOf } from '../docs/programs.js';

export const example = (name: string) => readFileSync(path.join(root, 'examples', name), 'utf8');

/** An example in a folder with the packages that it imports, compiled to JavaScript. */
export async function compiledExample(name: string, packages: Readonly<Record<string, string>>): Promise<string> {
  const { outputText } = ts.transpileModule(example(name), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  const folder = await folderOf({});
  const file = path.join(folder, 'example.mjs');
  writeFileSync(file, outputText);
  for (const [imported, source] of Object.entries(packages)) {
    const link = path.join(folder, 'node_modules', imported);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, source), link, 'dir');
  }
  return file;
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
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      GATEWAY_URL: url,
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
