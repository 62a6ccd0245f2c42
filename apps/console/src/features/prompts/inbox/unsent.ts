/*
 * Notes about answers that are not sent yet, without their text. A note that outlives its page is told at the next visit: the page was
 * closed before the answer arrived. Nothing is sent from a note.
 */
const KEY = 'prompts-unsent';

export interface Unsent {
  readonly num: number;
  readonly operatorId: string;
  /** Unix milliseconds */
  readonly at: number;
}

export function readUnsent(): readonly Unsent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isUnsent) : [];
  } catch {
    // Storage may be blocked.
    return [];
  }
}

export function noteUnsent(notes: readonly Unsent[]): void {
  const nums = new Set(notes.map(({ num }) => num));
  write([...readUnsent().filter(({ num }) => !nums.has(num)), ...notes]);
}

export function forgetUnsent(nums: readonly number[]): void {
  const notes = readUnsent();
  const rest = notes.filter(({ num }) => !nums.includes(num));
  if (rest.length < notes.length) write(rest);
}

function write(notes: readonly Unsent[]): void {
  try {
    if (notes.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(notes));
  } catch {
    // The note is then lost with the page.
  }
}

function isUnsent(value: unknown): value is Unsent {
  const { num, operatorId, at } = (value ?? {}) as Partial<Unsent>;
  return typeof num === 'number' && typeof operatorId === 'string' && typeof at === 'number';
}
