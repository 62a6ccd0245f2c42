import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

/** @param {string} path */
const load = (path) => import(pathToFileURL(join(root, 'apps/gateway/dist', path)).href);

/**
 * Writes the OpenAPI document of this version, with the platforms that the gateway has of its own. The gateway must be built.
 * @param {string} file
 */
export async function writeOpenApi(file) {
  const { openApiDocument } = await load('http/openapi/openapi.js');
  const { findPlatforms } = await load('platforms/find-platforms.js');
  const platforms = await findPlatforms([], { error: () => {} });
  const document = await openApiDocument({ platforms, publicUrl: null });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
