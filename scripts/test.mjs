import './lib/node-version.mjs';

void import('./commands/test.mjs');
