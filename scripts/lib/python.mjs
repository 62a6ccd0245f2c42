import { spawnSync } from 'node:child_process';

/**
 * Whether there is a `python3` that can run the Python client.
 * @returns {boolean}
 */
export function hasPython() {
  return spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
}
