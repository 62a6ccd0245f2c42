// An agent of the AI SDK 7 (Node 22) that calls the tool `deploy` only after a person approved it.
import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { Gateway } from '@gateway/client';
import { toolApproval } from '@gateway/client/ai-sdk';

const gateway = new Gateway({
  url: process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
  apiKey: process.env['GATEWAY_API_KEY'],
  channel: process.env['GATEWAY_CHANNEL'] ?? 'approvals',
});

const deploy = tool({
  description: 'Deploys a service.',
  inputSchema: z.object({ service: z.string() }),
  execute: ({ service }) => `${service} is deployed`,
});

const { text } = await generateText({
  model: process.env['MODEL'] ?? 'anthropic/claude-sonnet-4.5',
  tools: { deploy },
  // A rejection and its reason are told to the model. If no one decides, nothing is executed.
  toolApproval: toolApproval(gateway, { tools: ['deploy'] }),
  stopWhen: stepCountIs(5),
  prompt: 'Deploy the api.',
});
console.log(text);
