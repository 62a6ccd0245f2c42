// The entry of every command of this repository: `node scripts/cli.mjs <command>`. The check of Node's version comes first, and
// everything else is imported after it, because an old Node cannot parse it.
import './lib/node-version.mjs';

void import('./lib/dispatch.mjs').then(({ dispatch }) => dispatch());
