import { expect } from 'vitest';
import { z } from 'zod';
import type { Platform } from '../platform.js';

/** Fails when the value of a secret credential shows anywhere. */
export function expectNoSecret(
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
    if (properties[name]?.secret) expect(text).not.toContain(value);
  }
}
