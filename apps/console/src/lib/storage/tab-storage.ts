/*
 * What a reload of this tab must not lose: unfinished forms without their secrets, and the token of a one-time link. The browser
 * keeps it until the tab is closed.
 */

/** The stored value; null: there is none. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    // Storage may be blocked.
    return null;
  }
}

/** Stores a JSON value; null deletes it. */
export function writeTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value is then lost by a reload.
  }
}

/** Deletes everything, so that the next person at this browser does not see it. */
export function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage may be blocked.
  }
}
