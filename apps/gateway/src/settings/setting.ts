/** One setting: its documentation, and the parser of its text (undefined: not allowed). */
export interface Setting<Value> {
  /** Its name in the documentation, when it differs from the key. */
  readonly title?: string;
  readonly effect: string;
  readonly fallback: string;
  readonly allowed: string;
  readonly secret?: true;
  readonly parse: (text: string) => Value | undefined;
}

/** Declares a setting, and preserves the type of its value. */
export const setting = <Value>(declaration: Setting<Value>): Setting<Value> => declaration;
