import './lib/node-version.mjs';

void import('./commands/run.mjs');
