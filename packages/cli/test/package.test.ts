import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const own = fileURLToPath(new URL('..', import.meta.url));
const compiler = path.join(own, '../../node_modules/typescript/bin/tsc');

describe('the packed package', () => {
  let folder = '';
  let tarball = '';
  const command = (...args: string[]) =>
    spawnSync(path.join(folder, 'node_modules/.bin/gateway'), args, {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: folder },
    });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gateway-cli-'));
    const options = { cwd: own, encoding: 'utf8' } as const;
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], options);
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    tarball = path.join(folder, filename);
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('needs no other package, and has the licences of those that are part of it', () => {
    const listed = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: folder, encoding: 'utf8' });
    expect(listed.trim().split('\n')).toHaveLength(2);
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/package.json']));
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual(['package/dist/compiled/index.d.ts']);
    const licences = readFileSync(path.join(folder, 'node_modules/@gateway/cli/dist/bundle/LICENSES.txt'), 'utf8');
    for (const name of ['zod', '@modelcontextprotocol/server']) expect(licences).toContain(`${name} `);
  });

  it('runs from an empty folder: each part that is loaded later, too', () => {
    expect(command('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n' });
    expect(command('mcp')).toMatchObject({ status: 0, stderr: '' });
    expect(command('hook', 'codex').status).toBe(2);
    const asked = command('ask', 'Deploy?', '--url', 'http://127.0.0.1:9', '--retry', '0');
    expect(asked.status).toBe(4);
    expect(asked.stderr).toContain('No complete response from the gateway at http://127.0.0.1:9.');
  });

  it('can be imported, with types', () => {
    const program = `import { run } from '@gateway/cli';\nconst code: number = await run(['--version']);\nprocess.exit(code);\n`;
    writeFileSync(path.join(folder, 'program.ts'), program);
    const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--typeRoots'];
    const types = path.join(own, '../../node_modules/@types');
    const args = [compiler, ...options, types, '--lib', 'es2023', 'program.ts'];
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' })).toBe('0.1.0\n');
  });
});
