import './lib/node-version.mjs';

import('./commands/bench.mjs');
