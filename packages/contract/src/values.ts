/**
 * What a program reads of the contract without its schemas: routes as method, path and scopes, constants, and the typed client. It does
 * not load zod. `@gateway/contract` has the schemas, and the types.
 */
export * from './generated/values.js';
export {
  createClient,
  createLister,
  foreignPage,
  GatewayError,
  type CallInput,
  type CallOptions,
  type Page,
} from './client.js';
export { argumentText } from './argument-text.js';
export { letsRun, signedLabel, labelWords, type ApprovingAnswers } from './action-voices.js';
export { jsonFlawIn, type JsonFlaw } from './exact-json.js';
export { grantLabel, offeredTimes } from './grant-times.js';
export * from './prompt-id.js';
export { hasMarks, parseBlocks, type Block } from './question-text/parse-blocks.js';
export { hiddenHost, parseAddresses, parseInline, type Inline } from './question-text/parse-inline.js';
export { plainText } from './question-text/plain-text.js';
export { shownText, visible } from './visible-text.js';
export { withoutUser } from './without-user.js';
