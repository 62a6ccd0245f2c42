/** Labels of options as they are typed: separated by commas or lines, blanks and repeats left out. */
export function optionsOf(text: string): string[] {
  const labels = text
    .split(/[,\n]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');
  return [...new Set(labels)];
}
