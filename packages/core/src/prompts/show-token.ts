const form = /^([1-9]\d{0,8})\.s\.([0-9A-Za-z]{16})$/;

/** The token of a template's button: `<prompt number>.s.<nonce>`. A press posts the question. */
export function showToken({ num, nonce }: ShowToken): string {
  return `${num}.s.${nonce}`;
}

export interface ShowToken {
  readonly num: number;
  readonly nonce: string;
}

/** Parses the token of a template's button; null: it is another button. */
export function parseShowToken(token: string): ShowToken | null {
  const match = form.exec(token);
  return match ? { num: Number(match[1]), nonce: match[2] ?? '' } : null;
}
