import './lib/node-version.mjs';

void import('./commands/start.mjs');
