import { argumentText, visible } from '@gateway/contract/values';

/** The text with its line breaks; every other hidden character appears as an escape. */
export function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(visible).join('\n');
}

/** An argument in visible form, as people can tell it from any other one. A text of several lines shows them; `indent`: so does JSON. */
export function visibleArgument(value: unknown, indent?: number): string {
  if (typeof value !== 'string') return visibleLines(JSON.stringify(value, null, indent));
  return value.includes('\n') ? visibleLines(value) : visible(argumentText(value));
}
