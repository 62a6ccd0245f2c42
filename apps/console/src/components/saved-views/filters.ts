/** The filter of a list: what the URL of its page has, without an open record or dialog. */
export type ViewFilter = Readonly<Record<string, string | undefined>>;

/** Whether two filters show the same. A filter that is undefined is not set. */
export function isSameFilter(a: ViewFilter, b: ViewFilter): boolean {
  return [...Object.keys(a), ...Object.keys(b)].every((name) => a[name] === b[name]);
}
