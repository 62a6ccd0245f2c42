import './lib/node-version.mjs';

void import('./commands/operator.mjs');
