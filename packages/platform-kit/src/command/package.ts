import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Platform } from '../platform.js';

/** A mistake of the caller, or a check that failed, as one or more sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface AdapterPackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly main?: string;
  readonly exports?: { readonly '.'?: { readonly default?: string } | string } | string;
}

export async function readPackageJson(folder: string): Promise<AdapterPackageJson> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => {
    throw new CommandError('There is no package.json here. Run this in the folder of an adapter.');
  });
  return JSON.parse(text) as AdapterPackageJson;
}

/** The file that the package exports. */
export function entryOf({ exports, main }: AdapterPackageJson): string {
  const entry = typeof exports === 'object' ? exports['.'] : exports;
  return (typeof entry === 'object' ? entry.default : entry) ?? main ?? 'index.js';
}

/** Imports the manifest of the compiled package. */
export async function loadPlatform(folder: string, packageJson: AdapterPackageJson): Promise<Platform> {
  return ((await importFile(path.join(folder, entryOf(packageJson)))) as { default: Platform }).default;
}

export async function importFile(file: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } catch (error) {
    throw new CommandError(
      `${path.basename(file)} cannot be imported (${(error as Error).message}). Compile the package first: npm run build.`,
    );
  }
}
