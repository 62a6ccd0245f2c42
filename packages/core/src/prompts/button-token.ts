import { randomInt } from 'node:crypto';
import { safeEqual } from '@gateway/platform-kit';
import { choiceLabels } from '../decisions/choices.js';
import type { PromptRow } from '../rows.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^([1-9]\d{0,8})\.(\d)\.([0-9A-Za-z]{16})$/;

/** A prompt's secret: 16 base62 characters (95 bits), known only to its buttons. */
export function newNonce(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(62)]).join('');
}

/** A button's token: `<prompt number>.<option index>.<nonce>`, at most 28 ASCII bytes. */
export function buttonToken(num: number, option: number, nonce: string): string {
  return `${num}.${option}.${nonce}`;
}

export interface ButtonToken {
  readonly num: number;
  readonly option: number;
  readonly nonce: string;
}

/** Parses a button's token; null: the button is not from this gateway. */
export function parseButtonToken(token: string): ButtonToken | null {
  const match = form.exec(token);
  return match ? { num: Number(match[1]), option: Number(match[2]), nonce: match[3] ?? '' } : null;
}

/** Whether a token belongs to this prompt. */
export function belongsTo(token: ButtonToken, prompt: PromptRow): boolean {
  return token.num === prompt.num && token.option < choiceLabels(prompt).length && safeEqual(token.nonce, prompt.nonce);
}
