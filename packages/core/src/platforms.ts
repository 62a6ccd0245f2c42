import type { Platform } from '@gateway/platform-kit';

/** The loaded adapters. */
export interface Platforms {
  readonly ids: readonly string[];
  /** The manifest, imported at first need; null: no adapter serves this id. */
  load(id: string): Promise<Platform | null>;
}
