export type { Answers } from './answers.js';
export { createAdapter, CreateError } from './create-adapter.js';
