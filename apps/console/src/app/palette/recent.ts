import { readTab, writeTab } from '../../lib/storage/tab-storage.js';
import type { Found } from './results.js';

const KEY = 'palette-recent';
const MAX = 5;

/** The records that were opened from the palette in this tab, latest first. Signing out deletes them. */
export function recentRecords(): readonly Found[] {
  const stored = readTab(KEY);
  return Array.isArray(stored) ? (stored as Found[]) : [];
}

export function addRecent(found: Found): void {
  const others = recentRecords().filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  writeTab(KEY, [{ ...found, match: 'exact' }, ...others].slice(0, MAX));
}
