import { visibleArgument } from '../visible-lines.js';

/** Longer values are cut after the beginning of the part in which they differ. */
const LONG_CHARACTERS = 500;
/** So much of a beginning that all values have is shown. */
const COMMON_CHARACTERS = 20;

/** The values of an argument as texts of at most `longest` characters, each from shortly before the first character in which they differ. */
export function differingTexts(values: readonly unknown[], longest: number = LONG_CHARACTERS): string[] {
  const texts = values.map((value) => (value === undefined ? ['–'] : [...visibleArgument(value)]));
  const [first = []] = texts;
  let same = 0;
  while (same < first.length && texts.every((text) => text[same] === first[same])) same += 1;
  const from = Math.max(0, same - COMMON_CHARACTERS);
  return texts.map((text) => {
    const shown = text.slice(from, from + longest).join('');
    return `${from > 0 ? '…' : ''}${shown}${text.length > from + longest ? '…' : ''}`;
  });
}
