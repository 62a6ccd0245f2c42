import { spawnSync } from 'node:child_process';

/**
 * The shells with a completion script that are not installed.
 * @returns {string[]}
 */
export function missingShells() {
  return ['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['--version']).status !== 0);
}
