/** A time for an `<input type="datetime-local">`, in the time zone of the browser. */
export function localOf(iso: string): string {
  const at = new Date(iso);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(at.getTime()) ? '' : shifted.toISOString().slice(0, 16);
}

/** The time in UTC that such an input has; undefined: empty or incomplete. */
export function isoOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
