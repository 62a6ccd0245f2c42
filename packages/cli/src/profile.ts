import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from './exit-codes.js';

/** What `login` and `init` store. */
export interface Profile {
  readonly url: string;
  readonly api_key?: string;
  readonly channel?: string;
  /** When the key ends, if it was made to end. */
  readonly key_expires_at?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file of a profile: one file for each. */
export function profileFile(name: string, env: Env): string {
  if (!/^[\w-]{1,64}$/.test(name))
    throw new UsageError('The name of a profile consists of letters, digits, - and _, at most 64.');
  const base = env['XDG_CONFIG_HOME'] || env['APPDATA'] || path.join(homedir(), '.config');
  return path.join(base, 'gateway', `${name}.json`);
}

/** Null: there is no such file. Refuses a file that other users can read. */
export async function readProfile(file: string): Promise<Profile | null> {
  let text: string;
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsageError(`Other users can read ${file}. Run: chmod 600 '${file}'`);
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const profile = parsed(text);
  if (typeof profile?.url !== 'string') throw new UsageError(`${file} is not a profile. Run gateway login again.`);
  return profile as Profile;
}

/** Writes the file so that no other user can read it at any time. */
export async function writeProfile(file: string, profile: Profile): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
}

function parsed(text: string): Partial<Profile> | null {
  try {
    return JSON.parse(text) as Partial<Profile> | null;
  } catch {
    return null;
  }
}
