import { stopDuringStart } from './service/start-signals.js';

// Stack traces name the TypeScript sources. This covers only the modules that are loaded after this call.
process.setSourceMapsEnabled(true);
stopDuringStart();
await import('./service/run-gateway.js');
