import { isIP } from 'node:net';
import { webhookSecret, type RateLimit } from '@gateway/core';
import { isLoopback } from '../network/addresses.js';

/** Parsers of the texts of settings. Undefined: the text is not allowed. */

export function integer(min: number, max: number) {
  return (text: string) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

export const rateSyntax = 'a whole number, such as 600, with a burst such as 600:50, or 0 for no limit';
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** A rate as `600` or, with a burst that is not equal to it, `600:50`. Null: `0`, no limit. */
export function rate(text: string): RateLimit | null | undefined {
  const [, perMinute, burst = perMinute] = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (perMinute === undefined) return undefined;
  if (Number(perMinute) === 0) return null;
  return Number(burst) === 0 ? undefined : { perMinute: Number(perMinute), burst: Number(burst) };
}

export function flag(text: string): boolean | undefined {
  const known: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
  return Object.hasOwn(known, text.toLowerCase()) ? known[text.toLowerCase()] : undefined;
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The address of a proxy; without a scheme it is an http address. */
export function proxyAddress(text: string): string | undefined {
  const address = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

export function all<Value>(values: readonly (Value | undefined)[]): Value[] | undefined {
  const known = values.filter((value): value is Value => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** Reads a host name, an address (IPv6 also in brackets, as in a URL) or a network. */
export function hostOrNetwork(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.replace(/^\[(.*)\]$/, '$1').split('/');
  const family = isIP(address);
  if (bits === undefined)
    return family !== 0 || /^(?=.*[a-z])[\w-]+(\.[\w-]+)*\.?$/i.test(address)
      ? address.replace(/\.$/, '').toLowerCase()
      : undefined;
  const isNetwork =
    rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
  return isNetwork ? `${address}/${bits}` : undefined;
}

/** After `whsec_` the text must be base64 that the Standard Webhooks libraries can decode. */
export function signingSecret(text: string): string | undefined {
  return text.startsWith('whsec_') && webhookSecret(text) !== text ? undefined : text;
}

export function seconds(text: string): number | undefined {
  return /^\d{1,8}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
}

export function key(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && bytes.length === 32 ? bytes : undefined;
}

export function origin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return undefined;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url.origin : undefined;
}

/** The address of an OpenID provider. */
export function issuer(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return undefined;
  return url.search === '' && url.hash === '' && url.username === '' ? text : undefined;
}
