/**
 * A text in which no character is hidden: control characters, line breaks, invisible characters and those that change the direction of
 * text appear as escapes, so that what is approved is what is shown.
 */
export function visible(text: string): string {
  return text.replace(hidden, escaped);
}

/** U+FE0F after an emoji only chooses its form. */
const hidden =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|[\u00A0\u115F\u1160\u2000-\u200A\u2800\u3164\uFFA0]|\p{Variation_Selector}(?<!(?:\p{Extended_Pictographic}|[\d#*])\uFE0F)/gu;

const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

function escaped(character: string): string {
  return named[character] ?? String.raw`\u{` + (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0') + '}';
}
