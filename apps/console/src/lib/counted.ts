const number = new Intl.NumberFormat('en');

/** "1,204 prompts", "1 prompt". */
export function counted(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}
