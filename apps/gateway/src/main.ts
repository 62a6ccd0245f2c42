import { stopDuringStart } from './start-signals.js';

// Stack traces name the TypeScript sources. This covers only the modules that are loaded after this call.
process.setSourceMapsEnabled(true);
stopDuringStart();
await import('./run-gateway.js');
