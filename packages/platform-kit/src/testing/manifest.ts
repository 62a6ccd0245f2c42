import { expect, it } from 'vitest';
import { adapterFlaws } from '../adapter-flaws.js';
import { definePlatform, type Platform } from '../platform.js';

/** Tests that every manifest must pass. */
export function describeManifest(platform: Platform): void {
  it('has a manifest with icon, guide, endpoints, and at least one secret credential', async () => {
    expect(definePlatform(platform)).toBe(platform);
    expect(await adapterFlaws(platform)).toEqual([]);
  });
}
