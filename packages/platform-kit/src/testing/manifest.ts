import { expect, it } from 'vitest';
import { z } from 'zod';
import { definePlatform, type Platform } from '../platform.js';

/** Tests that every manifest must pass. */
export function describeManifest(platform: Platform): void {
  it('has a manifest with icon, guide, endpoints, and at least one secret credential', async () => {
    expect(definePlatform(platform)).toBe(platform);
    expect(platform.icon).toMatch(/^<svg[\s>]/);
    expect((await platform.guide()).length).toBeGreaterThan(500);
    for (const endpoint of Object.values(platform.endpoints))
      expect(new URL(endpoint.default).protocol).toMatch(/^https:|^http:|^wss:/);
    const fields = Object.values(z.toJSONSchema(platform.credentials, { io: 'input' }).properties ?? {}) as {
      secret?: boolean;
      title?: string;
      help?: string;
    }[];
    expect(fields.some(({ secret }) => secret === true)).toBe(true);
    for (const field of fields) expect([field.title, field.help]).toEqual([expect.any(String), expect.any(String)]);
  });
}
