export { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
export type { Call, Caller } from '../caller.js';
export { actionArguments, invalidArguments } from './exact-arguments.js';
export { createMcpServers } from './server.js';
export type { Wait } from './waiting.js';
export { serveMcpOverStdio, type StdioOptions } from './stdio.js';
