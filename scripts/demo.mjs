import './lib/node-version.mjs';

import('./commands/demo.mjs');
