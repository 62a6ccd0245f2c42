import { spawnSync } from 'node:child_process';

/** @param {string} program */
const isMissing = (program) => spawnSync(program, ['--version']).status !== 0;

/**
 * What is not tested because a program is not installed, as sentences. None of it fails a run in CI.
 * @param {{ slow: boolean, env: NodeJS.ProcessEnv }} tier
 * @returns {string[]}
 */
export function untestedPrograms({ slow, env }) {
  const shells = ['bash', 'zsh', 'fish'].filter(isMissing);
  const runtimes = slow
    ? ['bun', 'deno', 'workerd'].filter((name) => isMissing(env[`${name.toUpperCase()}_PATH`] ?? name))
    : [];
  return [
    ...shells.map(
      (name) => `NOT TESTED: COMPLETION IN ${name}, which is not installed (Debian: apt-get install ${name}).`,
    ),
    ...runtimes.map(
      (name) => `NOT TESTED: THE CLIENT IN ${name}, which is not on the PATH and not in ${name.toUpperCase()}_PATH.`,
    ),
  ];
}
