import { readFileSync } from 'node:fs';

/** CPU time in milliseconds. NaN where /proc does not exist. */
export interface CpuTime {
  /** Of the programs. */
  readonly programs: number;
  /** Of the PostgreSQL processes that serve their database; 0 on SQLite, which runs in the program. */
  readonly database: number;
}

/** Processes to measure. `backends` returns the ids of the processes that serve the database now. */
export interface Measured {
  readonly programs: readonly { readonly pid: number }[];
  readonly backends: () => Promise<readonly number[]>;
}

/** Starts to measure; the returned function returns the CPU time since then. */
export async function startCpu({ programs, backends }: Measured): Promise<() => Promise<CpuTime>> {
  const pids = programs.map(({ pid }) => pid);
  const before = new Map([...pids, ...(await backends())].map((pid) => [pid, cpuOf(pid)]));
  const since = (of: readonly number[]) => of.reduce((sum, pid) => sum + cpuOf(pid) - (before.get(pid) ?? 0), 0);
  return async () => ({ programs: since(pids), database: since(await backends()) });
}

/** User and system time of a process in milliseconds. Linux counts in hundredths of a second. */
function cpuOf(pid: number): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return Number.NaN;
  }
}
