import { execFile, type ExecFileException } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { adapterFlaws } from '../adapter-flaws.js';
import { CommandError, entryOf, loadPlatform, readPackageJson } from './package.js';

const execute = promisify(execFile);
/** What no package should have: tests, sources of them, and files with secrets. */
const UNWANTED = /^(?:test|tests|coverage|node_modules)\/|(?:^|\/)\.env(?:\.|$)|\.(?:pem|key|tgz)$|\.test\.[cm]?[jt]s$/;

/** Tests and packs an adapter, and checks what would be published. Publishes nothing. Returns what to do next. */
export async function prepareRelease(folder: string, print: (line: string) => void): Promise<string> {
  print('Running npm test');
  await npm(folder, 'test');
  print('Packing');
  const { name = '', version = '', files } = await packed(folder);
  const packageJson = await readPackageJson(folder);
  const entry = path.posix.normalize(entryOf(packageJson));
  const flaws = [
    ...[entry, 'README.md', 'LICENSE'].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => UNWANTED.test(file)).map((file) => `${file} does not belong into it`),
    ...(await adapterFlaws(await loadPlatform(folder, packageJson), packageJson)),
  ];
  if (flaws.length > 0)
    throw new CommandError(`${name} ${version} is not ready:\n${flaws.map((flaw) => `- ${flaw}`).join('\n')}`);
  const list = files.map((file) => `  ${file}`).join('\n');
  return `${name} ${version} is ready, with these files:\n${list}\n\nNothing was published. To publish it:\n\n  npm publish --access public`;
}

async function packed(folder: string): Promise<{ name?: string; version?: string; files: string[] }> {
  const output = await npm(folder, 'pack', '--dry-run', '--json');
  // Scripts of the package may print before the list.
  const json = output.slice(output.search(/^\[/m));
  const [found] = JSON.parse(json) as [{ name: string; version: string; files: { path: string }[] }];
  return { ...found, files: found.files.map((file) => file.path) };
}

async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await execute('npm', args, {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as ExecFileException;
    throw new CommandError(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}
