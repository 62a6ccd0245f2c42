/**
 * Tokens of what one person was asked for after a press: in the buttons below changed arguments, and in dialogs. `use` and `discard`
 * carry the nonce of the person's draft, the others that of the prompt.
 */
const kinds = { u: 'use', d: 'discard', e: 'edit', r: 'respond', w: 'reason' } as const;
export type RequestKind = (typeof kinds)[keyof typeof kinds];

export interface RequestToken {
  readonly num: number;
  readonly kind: RequestKind;
  readonly nonce: string;
}

const form = /^([1-9]\d{0,8})\.([uderw])\.([0-9A-Za-z]{16})$/;

/** At most 28 ASCII bytes. */
export function requestToken(num: number, kind: RequestKind, nonce: string): string {
  return `${num}.${kind === 'reason' ? 'w' : kind[0]}.${nonce}`;
}

/** Null: it is another token. */
export function parseRequestToken(token: string): RequestToken | null {
  const [, num, kind, nonce = ''] = form.exec(token) ?? [];
  return kind === undefined ? null : { num: Number(num), kind: kinds[kind as keyof typeof kinds], nonce };
}
