import './lib/node-version.mjs';

import('./commands/build.mjs');
