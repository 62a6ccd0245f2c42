import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = /^gw_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;

/** A new key: `gw_`, 8 public characters, `_`, 32 secret characters, and a checksum of 6 (CRC-32 of everything before it, base62). */
export function generateKey(): string {
  const body = `gw_${randomBase62(8)}_${randomBase62(32)}`;
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a key, so that a mistyped key costs no query. */
export function isWellFormedKey(key: string): boolean {
  return form.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** The stored hash of a key: SHA-256, hex. Keys are random, so a fast hash is sufficient. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The part of a key that may be shown: the public part; for a key from the configuration at most a quarter. */
export function keyPrefix(key: string): string {
  return isWellFormedKey(key) ? key.slice(0, 11) : key.slice(0, Math.min(11, Math.floor(key.length / 4)));
}

function randomBase62(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(62)]).join('');
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
