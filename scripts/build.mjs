import './lib/node-version.mjs';

void import('./commands/build.mjs');
