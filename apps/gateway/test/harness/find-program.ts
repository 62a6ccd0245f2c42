import { existsSync } from 'node:fs';
import path from 'node:path';

/** The path of a program: on the PATH, or in the folders of servers, which Debian leaves out of a user's PATH. */
export function findProgram(name: string): string | undefined {
  return [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
