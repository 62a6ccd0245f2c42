import { readdirSync, statSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A change is complete when two readings of the folder, this long apart, are equal: a compiler writes many files. */
const INTERVAL_MS = 250;

/** The files that the gateway may read of a package, each with what changes when it is written. */
export type PackageFiles = ReadonlyMap<string, string>;

/**
 * Reads the files of a package, without `node_modules` and hidden files. TypeScript counts only where it is imported without a build.
 * Unlike `fs.watch`, this also works on folders that are mounted into a container.
 */
export function readPackageFiles(folder: string, withTypeScript: boolean): PackageFiles {
  const files = new Map<string, string>();
  const read = (inner: string): void => {
    for (const entry of entriesOf(path.join(folder, inner))) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const name = path.join(inner, entry.name);
      if (entry.isDirectory()) read(name);
      else if (withTypeScript || !/\.(?:[cm]?tsx?|tsbuildinfo)$/.test(entry.name)) {
        const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
        if (stats) files.set(name, `${stats.mtimeMs} ${stats.size}`);
      }
    }
  };
  read('');
  return files;
}

/** Resolves with the name of a changed file when the files differ from `before` and no longer change. Rejects when `signal` aborts. */
export async function nextChange(
  read: () => PackageFiles,
  before: PackageFiles,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly files: PackageFiles }> {
  for (let last = before; ;) {
    await delay(INTERVAL_MS, undefined, { signal });
    const files = read();
    const file = changedFile(before, files);
    if (file !== null && changedFile(last, files) === null) return { file, files };
    last = files;
  }
}

/** A file that was added, changed or removed; null: none. */
function changedFile(before: PackageFiles, after: PackageFiles): string | null {
  for (const [name, state] of after) if (before.get(name) !== state) return name;
  for (const name of before.keys()) if (!after.has(name)) return name;
  return null;
}

/** A folder that a build removes and writes again is empty in between. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
