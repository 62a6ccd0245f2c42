/** Shortened at the end, with an ellipsis. Length counts code points. */
export function bounded(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
