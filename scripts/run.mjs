import './lib/node-version.mjs';

import('./commands/run.mjs');
