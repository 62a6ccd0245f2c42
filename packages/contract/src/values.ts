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
export { argumentText } from './text/argument-text.js';
export { letsRun, signedLabel, labelWords, type ApprovingAnswers } from './prompts/action-voices.js';
export { jsonFlawIn, type JsonFlaw } from './text/exact-json.js';
export { grantLabel, offeredTimes } from './people/grant-times.js';
export * from './prompts/prompt-id.js';
export { hasMarks, parseBlocks, type Block } from './text/question-text/parse-blocks.js';
export { hiddenHost, parseAddresses, parseInline, type Inline } from './text/question-text/parse-inline.js';
export { plainText } from './text/question-text/plain-text.js';
export { shownText, visible } from './text/visible-text.js';
export { withoutUser } from './prompts/without-user.js';
