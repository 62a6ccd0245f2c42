// An agent of the Claude Agent SDK. People decide about each tool that needs a permission, and can change its input.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { Gateway } from '@gateway/client';
import { approvals } from '@gateway/client/claude-agent-sdk';

const gateway = new Gateway({
  url: process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
  apiKey: process.env['GATEWAY_API_KEY'],
  channel: process.env['GATEWAY_CHANNEL'] ?? 'approvals',
});

const running = query({
  prompt: 'Publish the package.',
  options: {
    // A rejection, its reason and a changed input are told to the model. If no one decides, the run is interrupted.
    ...approvals(gateway, { question: { ttl_sec: 3600 } }),
    // Without this setting the SDK runs the Claude Code that is installed with it.
    ...(process.env['CLAUDE_CODE_PATH'] && { pathToClaudeCodeExecutable: process.env['CLAUDE_CODE_PATH'] }),
  },
});
for await (const message of running)
  if (message.type === 'result') console.log(message.subtype === 'success' ? message.result : message.subtype);
