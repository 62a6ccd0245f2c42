import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readAdapters } from '../lib/adapters.mjs';
import { configTable, mainConfigTable, withConfigTable, withMainConfigTable } from '../lib/config-table.mjs';
import { contractTypes } from '../lib/contract-types.mjs';
import { contractValues } from '../lib/contract-values.mjs';
import { withDependencyBlock } from '../lib/dependency-table.mjs';
import { errorTable, withErrorTable } from '../lib/error-table.mjs';
import { metricTable, withMetricTable } from '../lib/metric-table.mjs';
import { platformTable, withPlatformTable } from '../lib/platform-table.mjs';
import { prepare } from '../lib/prepare.mjs';
import { main } from '../lib/run.mjs';
import { withScalingTables } from '../lib/scaling-table.mjs';
import { root } from '../lib/workspace.mjs';

/** @param {string} path */
const load = (path) => import(pathToFileURL(join(root, path)).href);

/**
 * @param {string} path
 * @param {(text: string) => string} change
 */
function rewrite(path, change) {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

// Writes what is generated from the code that declares it: the tables of the README and in docs, and the client's
// types and the values of the contract.
await main(async () => {
  await prepare();
  const { settings } = await load('apps/gateway/dist/settings/settings.js');
  const { errorCodes } = await load('packages/contract/dist/error-codes.js');
  const adapters = await readAdapters('dist/index.js');
  rewrite('README.md', (text) =>
    withPlatformTable(withMainConfigTable(text, mainConfigTable(settings)), platformTable(adapters)),
  );
  rewrite('docs/settings.md', (text) => withConfigTable(text, configTable(settings)));
  rewrite('docs/packages.md', withDependencyBlock);
  rewrite('docs/errors.md', (text) => withErrorTable(text, errorTable(errorCodes)));
  const { declarations } = await load('apps/gateway/dist/metrics/declarations.js');
  rewrite('docs/observability.md', (text) => withMetricTable(text, metricTable(declarations)));
  const contract = await load('packages/contract/dist/index.js');
  writeFileSync(join(root, 'packages/client/src/generated/contract.ts'), contractTypes(contract));
  writeFileSync(join(root, 'packages/contract/src/generated/values.ts'), contractValues(contract));
  const { readFigures, scalingTables } = await load('bench/dist/model.js');
  rewrite('docs/scaling.md', (text) => withScalingTables(text, scalingTables(readFigures())));
});
