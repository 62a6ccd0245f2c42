import { installAdapterSteps } from '@gateway/contract';
import type { Platform } from '@gateway/platform-kit';
import { Refusal } from './refusal.js';

/** An adapter package that was configured and cannot be used. */
export interface BrokenAdapter {
  /** As the operator named it. */
  readonly package: string;
  /** The platform that it declares; null: unknown. */
  readonly id: string | null;
  /** One sentence for the operator: what to do. */
  readonly problem: string;
}

/** The adapters of this gateway. */
export interface Platforms {
  /** Ids of the platforms that can be used. */
  readonly ids: readonly string[];
  readonly broken: readonly BrokenAdapter[];
  /** The manifest, imported on first use; null: no usable adapter serves this id. */
  load(id: string): Promise<Platform | null>;
}

/** Loads a platform's manifest, or refuses with the reason why it is not loaded. */
export async function loadedPlatform(platforms: Platforms, id: string): Promise<Platform> {
  const platform = await platforms.load(id);
  if (!platform) throw refusalOfPlatform(platforms, id);
  return platform;
}

/** The refusal of a platform that no usable adapter serves. */
export function refusalOfPlatform(platforms: Platforms, id: string): Refusal {
  return new Refusal('invalid', notLoaded(platforms, id), 'platform', { code: 'platform_not_loaded' });
}

/** Why no adapter serves a platform, and what to do. */
export function notLoaded({ ids, broken }: Platforms, id: string): string {
  const found = broken.find((adapter) => adapter.id === id);
  return found
    ? `The adapter for the platform "${id}" cannot be used. ${found.problem}`
    : `No adapter for the platform "${id}" is loaded: ${installAdapterSteps('PACKAGE')}. Loaded: ${ids.join(', ')}.`;
}
