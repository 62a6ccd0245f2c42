import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.js';

/** Whether a host that starts `gateway` finds it. */
export async function isOnPath(env: Context['env']): Promise<boolean> {
  const names = process.platform === 'win32' ? ['gateway.cmd', 'gateway.exe'] : ['gateway'];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const files = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = await Promise.all(
    files.map((file) =>
      access(file, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

export async function noteIfNotOnPath({ env, output }: Context): Promise<void> {
  if (!(await isOnPath(env)))
    output.note('Warning: there is no command gateway on the PATH. Run: npm install --global @gateway/cli');
}
