import './lib/node-version.mjs';

void import('./commands/bench.mjs');
