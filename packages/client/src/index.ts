export {
  fetchCallbacks,
  nodeCallbacks,
  type CallbackEvent,
  type CallbackOptions,
  type NodeRequest,
  type NodeResponse,
} from './callbacks.js';
export type {
  Answer,
  Answered,
  Args,
  Decision,
  DecisionValue,
  Expired,
  OptionAnswer,
  Outcome,
  Pending,
  Person,
  TextAnswer,
} from './answers.js';
export type { AskOptions, ChoiceQuestion, CreateOptions, DecisionRequest, Question } from './asking.js';
export type { AskAllOptions } from './asking-all.js';
export type { GatewayOptions, GatewayRequest, RequestOptions } from './connection.js';
export { ConnectionError, GatewayError, type RetryableError } from './errors.js';
export type { EventOptions, GatewayEvent, MessageHandler, MessageOptions } from './events.js';
export { Gateway, type BatchOptions, type SendOptions } from './gateway.js';
export type * from './generated/contract.js';
export { verifySignature, type SignedHeaders, type SignedRequest } from './signature.js';
export type { Clock } from './timing.js';
export type { WaitOptions } from './waiting.js';
