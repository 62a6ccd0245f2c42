import { randomInt } from 'node:crypto';
import { safeEqual } from '@gateway/platform-kit';
import type { PromptRow } from '../ports/rows.js';
import { choiceLabels } from './choices.js';
import { grantTimes } from './grants/grant-offer.js';

/**
 * The tokens in buttons and dialogs: `<prompt number>.<what>.<nonce>`, at most 28 ASCII bytes. A digit is the place of a choice; a letter
 * is one of these.
 */
const letters = {
  s: 'show',
  a: 'whole',
  t: 'take_back',
  p: 'stop',
  k: 'take',
  u: 'use',
  d: 'discard',
  e: 'edit',
  r: 'respond',
  w: 'reason',
} as const;

/**
 * What one person was asked for after a press: by the buttons below changed arguments, and in dialogs. `use` and `discard` carry the
 * nonce of the person's draft, the others that of the prompt.
 */
export type RequestKind = Exclude<
  (typeof letters)[keyof typeof letters],
  'show' | 'whole' | 'take_back' | 'stop' | 'take'
>;

/**
 * `choice`: a button of the question. `show`: the button of a template, whose press posts the question. `whole`: the button that shows
 * the whole action. `take_back`: the button that takes the approval back. `grant`: a button that gives a standing approval. `stop`: the
 * one that ends it. `take`: the button that says that somebody looks after the prompt.
 */
export type Token =
  | { readonly kind: 'grant'; readonly num: number; readonly nonce: string; readonly time: number }
  | { readonly kind: 'choice'; readonly num: number; readonly nonce: string; readonly place: number }
  | {
      readonly kind: 'show' | 'whole' | 'take_back' | 'stop' | 'take' | RequestKind;
      readonly num: number;
      readonly nonce: string;
    };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^([1-9]\d{0,8})\.([\dsatpkghuderw])\.([0-9A-Za-z]{16})$/;

/** Of the buttons that give standing approvals. */
const grantLetters = ['g', 'h'];

/** A prompt's secret: 16 base62 characters (95 bits), known only to its buttons. */
export function newNonce(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(62)]).join('');
}

/** The token of the button in this place. */
export function buttonToken(num: number, place: number, nonce: string): string {
  return `${num}.${place}.${nonce}`;
}

/** The token of a template's button. */
export function showToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>): string {
  return `${num}.s.${nonce}`;
}

/** The token of `Show all`. */
export function wholeToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>): string {
  return `${num}.a.${nonce}`;
}

/** The token of `Take back`. */
export function takeBackToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>): string {
  return `${num}.t.${nonce}`;
}

/** The token of a button that gives a standing approval, by the place of its time among those that the question offers. */
export function grantToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>, time: number): string {
  return `${num}.${grantLetters[time] ?? ''}.${nonce}`;
}

/** The token of `Stop`, below the message of the standing approval that was given with this prompt. */
export function stopToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>): string {
  return `${num}.p.${nonce}`;
}

/** The token of `I have it`. */
export function takeToken({ num, nonce }: Pick<PromptRow, 'num' | 'nonce'>): string {
  return `${num}.k.${nonce}`;
}

export function requestToken(num: number, kind: RequestKind, nonce: string): string {
  return `${num}.${kind === 'reason' ? 'w' : kind[0]}.${nonce}`;
}

/** Parses a token; null: it is not from this gateway. */
export function parseToken(token: string): Token | null {
  const [, digits, what = '', nonce = ''] = form.exec(token) ?? [];
  if (digits === undefined) return null;
  const num = Number(digits);
  const time = grantLetters.indexOf(what);
  if (time !== -1) return { num, nonce, kind: 'grant', time };
  return /\d/.test(what)
    ? { num, nonce, kind: 'choice', place: Number(what) }
    : { num, nonce, kind: letters[what as keyof typeof letters] };
}

/** Whether a token with the nonce of a prompt is one of this prompt. */
export function belongsTo(token: Token, prompt: PromptRow): boolean {
  const isOffered =
    token.kind === 'grant'
      ? token.time < grantTimes(prompt).length
      : token.kind !== 'choice' || token.place < choiceLabels(prompt).length;
  return token.num === prompt.num && isOffered && safeEqual(token.nonce, prompt.nonce);
}
