/** Splits typed option labels at commas and line breaks; drops blanks and duplicates. */
export function optionsOf(text: string): string[] {
  const labels = text
    .split(/[,\n]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');
  return [...new Set(labels)];
}
