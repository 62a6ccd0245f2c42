import { visible } from '@gateway/contract/values';

/** The text with its line breaks; every other hidden character appears as an escape. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}
