import './lib/node-version.mjs';

import('./commands/start.mjs');
