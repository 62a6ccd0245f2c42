export { describeConformance, type Conformance } from './conformance.js';
export type { DialogRig, Failure, Rig, RigOptions, SentFile, ShownDialog, ShownMessage, WebhookRig } from './rig.js';
export {
  answered,
  ignored,
  openTestConnection,
  runStream,
  type RunningStream,
  type TestConnection,
  type TestConnectionOptions,
} from './test-connection.js';
export { openWebhookAddress, webhookRequest } from './requests.js';
export { sampleQuestion } from './sample-question.js';
export { rejection } from './rejection.js';
export { expectNoSecret } from './secrets.js';
export { until } from './until.js';
