import { weakPasswords } from '@gateway/contract';
import { Refusal } from '../base/refusal.js';

/** What a guess about a password of this operator begins with. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

const productWords = ['gateway', 'console', 'operator', 'admin', 'password', 'passwort'];
/** Neighbours on keyboards, and in the alphabet. */
const rows = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
];
/** Every three neighbours, forwards and backwards. */
const neighbours = new Set(
  rows
    .flatMap((row) => [row, [...row].toReversed().join('')])
    .flatMap((row) => Array.from({ length: row.length - 2 }, (_, index) => row.slice(index, index + 3))),
);
/** What must be left of a password without words and runs that everyone tries. */
const LEAST_LEFT = 8;
const LEAST_DISTINCT = 5;
const SHORTEST_WORD = 4;

/** Refuses a new password that would be guessed early. `field` is the field of the request. */
export async function refuseWeakPassword(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const weakness = await weaknessOf(password, owner);
  if (weakness === null) return;
  throw new Refusal('invalid', `${field} ${weakPasswords[weakness]}: use a few random words.`, field);
}

async function weaknessOf(password: string, owner: PasswordOwner): Promise<keyof typeof weakPasswords | null> {
  const text = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  if (isPeriodic(text) || new Set(text).size < LEAST_DISTINCT) return 'repeated';
  const withoutWords = wordsOf(owner).reduce((rest, word) => rest.replaceAll(word, ''), text);
  if (withoutWords !== text && isTooLittle(withoutRuns(withoutWords))) return 'known_words';
  if (isTooLittle(withoutRuns(text))) return 'sequence';
  // The list is read only when a password is set.
  const { isCommonPassword } = await import('./common-passwords.js');
  return isCommonPassword(text) ? 'common' : null;
}

/** Whether a part of at most half of the text repeats until its end. */
function isPeriodic(text: string): boolean {
  const characters = [...text];
  return Array.from({ length: Math.floor(characters.length / 2) }, (_, index) => index + 1).some((period) =>
    characters.every((character, index) => index < period || character === characters[index - period]),
  );
}

/** Longer words first, so that a word within another one leaves nothing of it. */
function wordsOf({ name, email }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const parts = [
    email.toLowerCase(),
    local,
    ...local.split(/[^\p{L}\p{N}]/u),
    ...domain.split('.').slice(0, -1),
    ...name.toLowerCase().split(/\s/),
  ];
  return [...productWords, ...parts]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
}

/** Removes three or more neighbours in a row. */
function withoutRuns(text: string): string {
  const inRun = new Set<number>();
  for (let index = 0; index + 3 <= text.length; index += 1)
    if (neighbours.has(text.slice(index, index + 3))) for (const each of [0, 1, 2]) inRun.add(index + each);
  return text
    .split('')
    .filter((_, index) => !inRun.has(index))
    .join('');
}

function isTooLittle(rest: string): boolean {
  return rest.length < LEAST_LEFT || new Set(rest).size < LEAST_DISTINCT;
}
