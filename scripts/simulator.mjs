import './lib/node-version.mjs';

void import('./commands/simulator.mjs');
