import { spawnSync } from 'node:child_process';

/** Starts a command with mounts of its own, which end with it. Without root, by a user namespace if the system allows it. */
const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount'];

/** Whether this system lets tests mount. `npm run test:slow` says so when it does not. */
export const canMount =
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** A wrapper of a command that sees an empty disk of this size in a folder. */
export function onSmallDisk(folder: string, megabytes: number): string[] {
  return within('mount -t tmpfs -o size="$2"m tmpfs "$1"', folder, String(megabytes));
}

/** A wrapper of a command that sees a folder as a read-only file system, which also root cannot write to. */
export function readOnly(folder: string): string[] {
  return within('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"', folder, '');
}

function within(mount: string, folder: string, argument: string): string[] {
  return [...unshare, 'sh', '-c', `${mount} && shift 2 && exec "$@"`, 'sh', folder, argument];
}
