import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { run } from './command.js';

const isPresent = (shell: string) => spawnSync(shell, ['--version']).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await run(['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

describe('gateway completion', () => {
  it.each([
    [['gateway', 'de'], ['decide']],
    [['gateway', 'prompts', 'w'], ['wait']],
    [
      ['gateway', 'keys', ''],
      ['create', '--preset'],
    ],
    [['gateway', 'ask', '--opt'], ['--option']],
    [
      ['gateway', 'decide', 'deploy', '--risk', ''],
      ['low', 'medium', 'high'],
    ],
    [['gateway', 'hook', 'cu'], ['cursor']],
  ])('offers in bash after %j: %j', async (words, expected) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const program = `${await scriptFor('bash')}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _gateway; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(expected));
  });

  it.each(['bash', 'zsh', 'fish'].filter(isPresent))('is valid in %s', async (shell) => {
    const input = await scriptFor(shell);
    expect(spawnSync(shell, ['-n'], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('knows all commands in zsh and fish', async () => {
    for (const shell of ['zsh', 'fish'])
      for (const word of ['ask', 'decide', 'listen', 'claude-code', 'on-timeout'])
        expect(await scriptFor(shell)).toContain(word);
  });
});
