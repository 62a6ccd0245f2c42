/** A stored file. */
export interface StoredFile {
  file_id: string;
  file_unique_id: string;
  kind: 'photo' | 'document' | 'video' | 'audio' | 'voice';
  name: string;
  type: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** The newest `maxFiles` files by file_id. */
export function createFileStore(maxFiles = Number.POSITIVE_INFINITY) {
  const files = new Map<string, StoredFile>();
  let last = 0;
  return {
    add(file: Omit<StoredFile, 'file_id' | 'file_unique_id'>): StoredFile {
      const number = ++last;
      const stored = {
        ...file,
        file_id: `${file.kind === 'photo' ? 'AgACAgIAAxkBAAI' : 'BQACAgIAAxkBAAI'}${String(number).padStart(8, '0')}`,
        file_unique_id: `AQAD${String(number).padStart(8, '0')}`,
      };
      files.set(stored.file_id, stored);
      if (files.size > maxFiles) files.delete(files.keys().next().value as string);
      return stored;
    },
    get: (fileId: string) => files.get(fileId),
  };
}
