import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Changes within this time are written together. */
const WRITE_DELAY_MS = 200;

/** Writes `content` to a file as JSON some time after each change. Errors are ignored: the file only holds trial chats. */
export function createChatFile(file: string, content: () => object) {
  let timer: NodeJS.Timeout | null = null;
  const write = (): void => {
    timer = null;
    try {
      // Written to another file and renamed: a crash leaves the old file complete.
      writeFileSync(`${file}.new`, JSON.stringify(content()), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // The chats continue in memory; they are lost at a restart.
    }
  };
  return {
    changed(): void {
      timer ??= setTimeout(write, WRITE_DELAY_MS).unref();
    },
    close(): void {
      if (timer === null) return;
      clearTimeout(timer);
      write();
    },
  };
}

/** Null when the file is missing or unreadable. */
export function readChatFile<Content>(file: string, isContent: (value: unknown) => value is Content): Content | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isContent(value) ? value : null;
  } catch {
    return null;
  }
}
