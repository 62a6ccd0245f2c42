export { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
export type { Call, Caller } from '../caller.js';
export { createMcpServers } from './server.js';
export { serveMcpOverStdio, type StdioOptions } from './stdio.js';
