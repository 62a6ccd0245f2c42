import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestFlaws } from '@gateway/platform-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fields } from '../src/answers.js';
import { run } from '../src/run.js';

/** Runs the command. `answers`: what a person types; without it there is no terminal. */
async function command(args: readonly string[], answers?: readonly string[]) {
  const printed: string[] = [];
  const left = [...(answers ?? [])];
  const ask = async (question: string) => {
    printed.push(question);
    return left.shift() ?? '';
  };
  const error = await run(args, { print: (text) => void printed.push(text), ask: answers ? ask : null }).then(
    () => null,
    (caught: Error) => caught.message,
  );
  return { error, printed: printed.join('\n') };
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'create-platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const complete = ['--id', 'mattermost', '--name', 'My Chat 2', '--events', 'poll', '--choices', 'buttons'];

describe('npm create gateway-platform', () => {
  it('writes id, name and package name into the files, and says what to do next', async () => {
    const folder = newFolder();
    const { error, printed } = await command([folder, ...complete]);
    expect(error).toBeNull();
    expect(printed).toContain(`cd ${folder}\n  npm install\n  npm test`);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['.gitignore', 'icon.svg', 'README.md']));
    expect(texts.join('\n')).not.toMatch(/mychat|My Chat(?! 2)/i);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'gateway-platform-mattermost',
      gatewayPlatform: { apiVersion: 1, id: 'mattermost', name: 'My Chat 2' },
      peerDependencies: { '@gateway/platform-kit': '^0.1.0', zod: expect.stringMatching(/^\^4\./) },
    });
    const versions = Object.values({ ...manifest.peerDependencies, ...manifest.devDependencies });
    expect(versions.filter((version) => !/^\^\d/.test(String(version)))).toEqual([]);
  });

  it('writes the licence that the package.json names, with this year and the authors of the package', async () => {
    vi.useFakeTimers({ now: new Date(2031, 5, 1), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = newFolder();
    await command([folder, ...complete]);
    const { license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const text = readFileSync(path.join(folder, 'LICENSE'), 'utf8');
    expect(text).toMatch(
      new RegExp(`^${license} License\n\nCopyright \\(c\\) 2031 the authors of gateway-platform-mattermost\n`),
    );
    expect(text).toContain('THE SOFTWARE IS PROVIDED "AS IS"');
  });

  it('names every missing option without a terminal, and writes nothing', async () => {
    const folder = newFolder();
    const { error } = await command([folder, '--name', 'My Chat']);
    expect(error).toMatch(/^Missing: --id, --events, --choices\.\n\nUsage:/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('asks for what is missing on a terminal, and again after a wrong answer', async () => {
    const folder = newFolder();
    const { error, printed } = await command([folder, '--name', 'My Chat'], ['My-Chat', 'mychat', 'socket', 'replies']);
    expect(error).toBeNull();
    expect(printed).toContain('It must be 2 to 32 lower-case letters and digits, and begin with a letter.');
    expect(printed).toContain('(webhook, poll, socket, stream)');
    expect(readFileSync(path.join(folder, 'src/events.ts'), 'utf8')).toContain("stream: 'socket'");
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies).toHaveProperty('ws');
  });

  it('makes no HTTP API and no HTTP simulator for a platform whose calls are on a stream', async () => {
    const folder = newFolder();
    const { error } = await command([
      folder,
      '--id',
      'mychat',
      '--name',
      'My Chat',
      '--events',
      'stream',
      '--choices',
      'replies',
    ]);
    expect(error).toBeNull();
    expect(readFileSync(path.join(folder, 'src/api.ts'), 'utf8')).not.toContain('fetch');
    const { devDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    expect(Object.keys(devDependencies)).toEqual(['@types/node', 'typescript', 'vitest']);
  });

  it('refuses a folder that is not empty, and changes nothing in it', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'package.json'), '{}');
    expect((await command([folder, ...complete])).error).toBe(`${folder} is not empty. Name a new folder.`);
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe('{}');
  });

  it.each([
    ['--events', 'push', '--events must be one of: webhook, poll, socket, stream.'],
    ['--choices', 'links', '--choices must be one of: buttons, replies.'],
    ['--name', "It's", '--name must be at most 40 letters, digits, spaces and . + ( ) ! -.'],
    ['--colour', 'red', "Unknown option '--colour'"],
  ])('refuses %s %s with a reason', async (option, value, reason) => {
    expect((await command([newFolder(), ...complete, option, value])).error).toContain(reason);
  });

  it('accepts exactly the ids that the gateway accepts', async () => {
    const problem = fields.find(({ name }) => name === 'id')?.problem;
    for (const id of ['a', 'ab', 'a1', '1a', 'Ab', 'a-b', 'ä1', '', 'a'.repeat(32), 'a'.repeat(33)]) {
      const isFlaw = manifestFlaws({ id }).some((flaw) => flaw.startsWith('id:'));
      expect([id, problem?.(id) !== null]).toEqual([id, isFlaw]);
    }
  });
});
