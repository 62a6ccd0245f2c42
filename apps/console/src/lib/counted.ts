import { formatNumber } from './language/locale.js';

/** "1,204 prompts", "1 prompt". */
export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
