// The MCP server over stdio as a program, for tests.
import { serveMcpOverStdio } from '@gateway/agent-protocols/mcp';

const { GATEWAY_URL: baseUrl = '', GATEWAY_API_KEY: apiKey = '', GATEWAY_CHANNEL: channelId } = process.env;
serveMcpOverStdio({ baseUrl, apiKey, version: '0.0.0', ...(channelId !== undefined && { channelId }) });
