import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Changes within this many milliseconds are written together. */
const GATHER_MS = 200;

/** A file in which something is kept as JSON; what cannot be read counts as nothing, for it holds no more than a trial. */
export function createChatFile(file: string, content: () => object) {
  let timer: NodeJS.Timeout | null = null;
  const write = (): void => {
    timer = null;
    try {
      // Set aside and renamed: a process that dies meanwhile leaves the former file whole.
      writeFileSync(`${file}.new`, JSON.stringify(content()), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // The chat goes on; only a restart will not remember it.
    }
  };
  return {
    changed(): void {
      timer ??= setTimeout(write, GATHER_MS).unref();
    },
    close(): void {
      if (timer === null) return;
      clearTimeout(timer);
      write();
    },
  };
}

export function readChatFile<Content>(file: string, isContent: (value: unknown) => value is Content): Content | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isContent(value) ? value : null;
  } catch {
    return null;
  }
}
