import './lib/node-version.mjs';

void import('./commands/demo.mjs');
