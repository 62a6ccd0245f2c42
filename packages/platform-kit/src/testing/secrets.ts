import { expect } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../platform.js';
import { check } from './check.js';

/** Fails when a secret occurs in any string of a value: of an error with its causes, a log, a reply. Fails also when there is no string. */
export function expectNoSecret(value: unknown, secret: string): void {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'string') texts.push(part);
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    for (const key of Reflect.ownKeys(part)) collect((part as Record<PropertyKey, unknown>)[key]);
  };
  collect(value);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
}

/** Fails when the value of a credential field that is marked `secret` occurs in `where`. */
export function expectNoCredential(
  where: unknown,
  credentials: Readonly<Record<string, string>>,
  platform: Platform,
): void {
  const properties = (z.toJSONSchema(platform.credentials, { io: 'input' }).properties ?? {}) as Record<
    string,
    { secret?: boolean }
  >;
  const text = JSON.stringify(where);
  for (const [name, value] of Object.entries(credentials)) {
    check(properties[name]?.secret !== true || !text.includes(value), {
      expected: `the credential "${name}" in no error, log line or result`,
      got: 'a text that has it',
      cause: 'an error of the SDK, or the address of a request, is passed on',
    });
  }
}
