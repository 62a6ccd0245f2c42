import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeOpenApi } from '../lib/openapi.mjs';
import { pack, publicPackages } from '../lib/pack.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { sbomOf } from '../lib/sbom.mjs';
import { root } from '../lib/workspace.mjs';

// Writes the files of a release into a folder, `release` unless one is named: the packages, openapi.json, and the packages' bill of
// materials. Publishes nothing.
await main(async () => {
  const [name = 'release'] = process.argv.slice(2);
  const folder = resolve(name);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await prepare();
  const tarballs = await pack(publicPackages(), folder);
  await writeOpenApi(join(folder, 'openapi.json'));
  writeFileSync(join(folder, 'sbom.cdx.json'), await sbomOf(tarballs, version));
  console.log(`Written to ${folder}: ${readdirSync(folder).join(', ')}`);
});
