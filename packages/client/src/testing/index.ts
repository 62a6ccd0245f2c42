export type { AnswerFunction, AnswerRule, Answers, GivenAnswer, Which } from './answers.js';
export type { FakeCallback } from './callbacks.js';
export { manualClock, type ManualClock } from './clock.js';
export { fakeGateway, type FakeGateway, type FakeGatewayOptions } from './fake-gateway.js';
export type { FakeCall } from './requests.js';
