import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { run } from './command.js';

/** Makes zsh complete `$LINE` in a terminal of its own, as a person does with the key Tab, and print each candidate. */
const ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'eval "$SETUP"'
while zpty -r shell line; do [[ $line == ready* ]] && break; done
zpty -w -n shell "$LINE"$'\\t'
while zpty -r shell line; do print -r -- "$line"; done`;
const ZSH_SETUP = `
autoload -U compinit; compinit -u -D
eval "$SCRIPT"
bindkey '^I' complete-word
compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- '' $found }
finish() { exit }
comppostfuncs=(finish)
print ready`;
const BASH = `eval "$SCRIPT"; eval "COMP_WORDS=($WORDS)"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _gateway; printf '%s\\n' "\${COMPREPLY[@]}"`;
const FISH = 'echo $SCRIPT | source; complete --do-complete "$LINE"';

/** How each shell is started. It finds the completion script in `$SCRIPT`. */
const shells = {
  bash: { check: ['-n'], complete: ['--norc', '-c', BASH] },
  zsh: { check: ['-n'], complete: ['-f', '-c', ZSH] },
  fish: { check: ['--no-config', '-c', 'echo $SCRIPT | source'], complete: ['--no-config', '-c', FISH] },
} as const;

type Case = readonly [words: readonly string[], expected: readonly string[]];
const cases: readonly [Case, ...Case[]] = [
  [['gateway', 'de'], ['decide']],
  [['gateway', 'prompts', 'w'], ['wait']],
  [
    ['gateway', 'keys', ''],
    ['create', 'revoke'],
  ],
  [['gateway', 'keys', '--pre'], ['--preset']],
  [['gateway', 'ask', '--opt'], ['--option']],
  [
    ['gateway', 'decide', 'deploy', '--risk', ''],
    ['low', 'medium', 'high'],
  ],
  [['gateway', 'hook', 'cu'], ['cursor']],
  [
    ['gateway', 'hook', 'install', 'cursor', '--scope', ''],
    ['user', 'project'],
  ],
  [['gateway', 'mcp', 'add', 'cod'], ['codex']],
  [['gateway', 'sandbox', ''], ['press']],
];

for (const [shell, { check, complete }] of Object.entries(shells)) {
  const isPresent = spawnSync(shell, ['--version']).status === 0;
  // `npm test` says which of the shells is not installed.
  describe.skipIf(!isPresent)(`gateway completion in ${shell}`, () => {
    const script = async () => {
      const { code, stdout } = await run(['completion', shell]);
      expect(code).toBe(0);
      return stdout;
    };

    it('is valid', async () => {
      const source = await script();
      const env = { PATH: process.env['PATH'], SCRIPT: source };
      const checked = spawnSync(shell, check, { env, input: source, encoding: 'utf8' });
      expect(checked).toMatchObject({ status: 0, stderr: '' });
    });

    const offers = async (words: readonly string[], expected: readonly string[]) => {
      const env = {
        PATH: process.env['PATH'],
        TERM: 'dumb',
        SCRIPT: await script(),
        SETUP: ZSH_SETUP,
        LINE: words.join(' '),
        WORDS: words.map((word) => `'${word}'`).join(' '),
      };
      const { stdout } = spawnSync(shell, complete, { env, encoding: 'utf8' });
      const offered = stdout.split(/\s*\n/).map((line) => line.split('\t')[0]);
      expect(offered).toEqual(expect.arrayContaining([...expected]));
    };
    const [first, ...others] = cases;
    it.each([first])('offers after %j: %j', offers);
    it.each(others)('offers after %j: %j', { tags: ['slow'] }, offers);
  });
}
