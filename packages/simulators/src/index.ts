// The base that every simulator is made of: all that the simulator of a further platform needs.
export {
  BodyError,
  type Clock,
  ControlError,
  createWatch,
  listen,
  readBody,
  type RequestBody,
  type RunningServer,
  systemClock,
  type UploadedFile,
  type Watch,
} from '@gateway/sandbox/server';
export { type CallControl, callRoutes } from './common/call-control.js';
export { type Call, type CallFilter, type CallLog, createCallLog } from './common/call-log.js';
export { numberInput, requiredInput, textInput } from './common/control-input.js';
export { type ControlInput, controlRouter, type ControlRoutes } from './common/control.js';
export { type CannedAnswer, createFaults, type Fault, type Faults } from './common/faults.js';
export { manualClock } from './common/manual-clock.js';
export { selfSigned, type SelfSigned } from './common/self-signed.js';
export { until } from './common/until.js';
