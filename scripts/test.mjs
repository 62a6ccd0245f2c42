import './lib/node-version.mjs';

import('./commands/test.mjs');
