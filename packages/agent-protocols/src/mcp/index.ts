export type { Call, Caller } from '../caller.js';
export { actionPath, invalidArguments } from './exact-arguments.js';
export { authInfoOf, createHttpServing } from './http-serving.js';
export type { Wait } from './waiting.js';
export { serveMcpOverStdio, type StdioOptions } from './stdio.js';
