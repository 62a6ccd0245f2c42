export type { Call, CallFilter } from './call-log.js';
export { type Clock, manualClock, systemClock } from './clock.js';
export { ControlError } from './control.js';
export type { CannedAnswer, Fault } from './faults.js';
export { until } from './until.js';
