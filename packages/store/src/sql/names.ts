/** `answered_by_id` -> `answeredById` */
export function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Fields are part of the program, so these are few. */
const columns = new Map<string, string>();

/** `answeredById` -> `answered_by_id` */
export function snakeCase(field: string): string {
  const known = columns.get(field);
  if (known !== undefined) return known;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(field, column);
  return column;
}
