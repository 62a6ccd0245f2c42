/** What a typed text answers: the option whose label it is but for case and spaces, else itself. */
export function typedAnswer(
  options: readonly string[],
  text: string,
): { readonly type: 'option' | 'text'; readonly value: string } {
  const wanted = normalized(text);
  const named = options.filter((label) => normalized(label) === wanted);
  // Labels that differ in nothing else are told apart by their exact form.
  const [option] = named.length === 1 ? named : named.filter((label) => label === text);
  return option === undefined ? { type: 'text', value: text } : { type: 'option', value: option };
}

function normalized(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
