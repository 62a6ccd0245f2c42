/** A line of progress for each tenth of the work. */
const STEP = 0.1;

/** Reports a share of the work, from 0 to 1, with a line for each tenth. */
export function createProgress(note: (text: string) => void): (what: string, share: number) => void {
  let last = { what: '', tenths: 0 };
  return (what, share) => {
    const tenths = Math.floor(share / STEP);
    if (last.what === what && last.tenths >= tenths) return;
    const isFirst = last.what !== what;
    last = { what, tenths };
    if (!isFirst || tenths >= 10) note(`${what} ${tenths * 10} %`);
  };
}

/** Bytes for people, such as `12.3 MB`. */
export function sizeOf(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${value.toFixed(1)} ${units[unit]}`;
}
