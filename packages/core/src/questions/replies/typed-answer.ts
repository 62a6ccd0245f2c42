/** The answer that a typed text gives: the option whose label it equals, ignoring case and spaces, or else the text. */
export function typedAnswer(
  options: readonly string[],
  text: string,
): { readonly type: 'option' | 'text'; readonly value: string } {
  const target = normalized(text);
  const matching = options.filter((label) => normalized(label) === target);
  // Labels that differ only in case or spaces need an exact match.
  const [option] = matching.length === 1 ? matching : matching.filter((label) => label === text);
  return option === undefined ? { type: 'text', value: text } : { type: 'option', value: option };
}

function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
