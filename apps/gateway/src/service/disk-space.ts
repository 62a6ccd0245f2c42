import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Whether less than `lowMb` megabytes are free. */
  readonly isLow: boolean;
  readonly freeBytes: number;
  /** How much is free, as a sentence. */
  readonly text: string;
}

/** The free space of the disk with this folder. Rejects with the error of the file system. */
export async function diskSpace(folder: string, lowMb: number): Promise<DiskSpace> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  return {
    isLow: freeBytes < lowMb * 1_048_576,
    freeBytes,
    text: `${(freeBytes / 1_073_741_824).toFixed(1)} GB are free in ${folder}.`,
  };
}
