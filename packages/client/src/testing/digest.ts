import { utf8 } from '../bytes.js';
import type { Args } from '../answers.js';

/** The RFC 8785 form of a JSON value. `JSON.stringify` writes numbers and texts as it demands; names are sorted by UTF-16 code units. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** The digest of an action, as the gateway computes it. */
export async function actionDigest(name: string, args: Args | null): Promise<string> {
  return `sha256:${await sha256(canonicalJson({ args: args ?? {}, name }))}`;
}

/** In hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text))));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
