/**
 * A text in which no character is hidden: control characters, line breaks, invisible characters and those that change the direction of
 * text appear as escapes, so that what is approved is what is shown.
 */
export function visible(text: string): string {
  return text.replace(hidden, escaped);
}

/** More marks than any script puts on one letter. They cover the lines around it. */
const OVERFLOW = String.raw`(?<=\p{M}{4})\p{M}`;
/** U+FE0F after an emoji only chooses its form, also in a key cap. */
const SELECTOR = String.raw`\p{Variation_Selector}(?<!\p{Extended_Pictographic}\uFE0F)(?!(?<=[\d#*]\uFE0F)\u20E3)`;
const IGNORABLE = String.raw`(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`;
const BLANK = String.raw`[\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800]`;

const hidden = new RegExp(
  String.raw`\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|${BLANK}|${SELECTOR}|${IGNORABLE}|${OVERFLOW}`,
  'gu',
);

const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

function escaped(character: string): string {
  return named[character] ?? String.raw`\u{` + (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0') + '}';
}

/** Up to six characters after the black flag name a region, such as Scotland. */
const FLAG = String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}`;
/** What deceives in prose: changes of direction, characters without width, tags, and controls. Marks that a script or an emoji needs stay. */
const DECEPTIVE = String.raw`[\u202A-\u202E\u200B\u2060-\u206F\u180E\uFEFF\u115F\u1160\u3164\uFFA0\uFFF0-\uFFFB\u2028\u2029\u2800\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]`;
/** Ideographs have variants: one selector after one of them chooses it. Others carry text that no one sees. */
const SMUGGLED = String.raw`(?<!\p{Unified_Ideograph})[\u{E0100}-\u{E01EF}]|(?<=\p{Variation_Selector})\p{Variation_Selector}`;
const CONTROL = String.raw`(?![\t\n]|\r\n)\p{Cc}`;

const pattern = new RegExp(`${FLAG}|${DECEPTIVE}|${SMUGGLED}|${CONTROL}|${OVERFLOW}`, 'gu');

/** A question, an answer or a message as people read it: characters that could make it look like another text appear as escapes. */
export function shownText(text: string): string {
  return text.replace(pattern, (found) => (found.startsWith('\u{1F3F4}') ? found : escaped(found)));
}
