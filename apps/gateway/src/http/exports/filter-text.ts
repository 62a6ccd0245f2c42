/** The audit log has names and ids. A longer list of them is cut. */
const MAX_LENGTH = 200;

/** The filters of an export for the audit log, as `name=value`. Of a searched text only the name, and of a URL only its origin. */
export function filterText(query: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${shown(name, value)}`);
}

function shown(name: string, value: unknown): string {
  if (name === 'q') return '…';
  const text = name === 'url' ? new URL(String(value)).origin : String(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
