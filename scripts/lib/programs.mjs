import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @param {string} program */
const isMissing = (program) => spawnSync(program, ['--version']).status !== 0;

/** Debian keeps the programs of a PostgreSQL server, pgbouncer and balancers in folders that are not on a user's PATH. */
function isOnDebian(/** @type {string} */ program) {
  const servers = '/usr/lib/postgresql';
  const folders = existsSync(servers) ? readdirSync(servers).map((version) => path.join(servers, version, 'bin')) : [];
  return [...folders, '/usr/sbin'].some((folder) => existsSync(path.join(folder, program)));
}

/** Whether a test can start a program with mounts of its own. */
export function canMount() {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return spawnSync('unshare', [...user, '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

/** What the tests of faults (apps/gateway/test/faults) and of rolling restarts cannot test here. */
function untestedFaults() {
  const has = (/** @type {string} */ name) => isOnDebian(name) || !isMissing(name);
  const server = has('initdb');
  return [
    !server &&
      'NOT TESTED: A POSTGRESQL SERVER THAT FAILS, because initdb is missing (Debian: apt-get install postgresql).',
    !(server && has('pgbouncer')) &&
      'NOT TESTED: PGBOUNCER, which is not installed (Debian: apt-get install pgbouncer).',
    !canMount() && 'NOT TESTED: A FULL DISK AND A READ-ONLY DISK, because this user may not mount (unshare --mount).',
    ...['haproxy', 'nginx'].map(
      (name) =>
        !has(name) &&
        `NOT TESTED: A ROLLING RESTART BEHIND ${name}, which is not installed (Debian: apt-get install ${name}).`,
    ),
  ].filter((warning) => warning !== false);
}

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
    ...(slow && isMissing(env['CLAUDE_CODE_PATH'] ?? 'claude')
      ? ['NOT TESTED: HOOKS IN claude -p, because claude is not on the PATH and not in CLAUDE_CODE_PATH.']
      : []),
    ...(isMissing('promtool')
      ? ['NOT TESTED: THE ALERT RULES, because promtool is not installed (Debian: apt-get install prometheus).']
      : []),
    ...(slow ? untestedFaults() : []),
  ];
}
