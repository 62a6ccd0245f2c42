import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/**
 * The sources of published packages that have no sources in their tarball, and so no export condition for them.
 * @returns {{ find: RegExp, replacement: string }[]} `resolve.alias` of vite
 */
export function sourceAliases() {
  return ['packages/client', 'packages/contract'].flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return Object.entries(exports).map(([entry, targets]) => ({
      find: new RegExp(`^${name}${entry.slice(1)}$`),
      replacement: join(root, folder, targets.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')),
    }));
  });
}
