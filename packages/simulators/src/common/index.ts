export { type Clock, ControlError, type PersonFile, systemClock } from '@gateway/sandbox/server';
export type { Call, CallFilter } from './call-log.js';
export type { CannedAnswer, Fault } from './faults.js';
export { manualClock } from './manual-clock.js';
export { until } from './until.js';
export { selfSigned, type SelfSigned } from './self-signed.js';
