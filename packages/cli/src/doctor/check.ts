/** What one check found, as `gateway-server doctor` says it. */
export interface Check {
  readonly name: string;
  /** `failed`: an agent cannot ask. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, in one sentence. */
  readonly text: string;
  /** What to do; null: nothing. */
  readonly advice: string | null;
}

export function check(name: string, state: Check['state'], text: string, advice: string | null = null): Check {
  return { name, state, text, advice };
}
