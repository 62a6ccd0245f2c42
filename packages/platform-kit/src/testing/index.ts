export { describeConformance, type Conformance } from './conformance.js';
export type { Failure, Rig, RigOptions, ShownMessage, WebhookRig } from './rig.js';
export { openHost, openWebhookAddress, until, type Host } from './host.js';
