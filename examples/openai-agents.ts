// An agent of the OpenAI Agents SDK that calls the tool `deploy` only after a person approved it. Killed while it waits, it continues
// with the state that it stored.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, run, RunState, tool } from '@openai/agents';
import { z } from 'zod';
import { Gateway } from '@gateway/client';
import { answerInterruptions } from '@gateway/client/openai-agents';

const gateway = new Gateway({
  url: process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
  apiKey: process.env['GATEWAY_API_KEY'],
  channel: process.env['GATEWAY_CHANNEL'] ?? 'approvals',
});

const deploy = tool({
  name: 'deploy',
  description: 'Deploys a service.',
  parameters: z.object({ service: z.string() }),
  needsApproval: true,
  execute: ({ service }) => `${service} is deployed`,
});
const agent = new Agent({ name: 'Releases', instructions: 'Deploy what you are asked to deploy.', tools: [deploy] });

// The state of a run that waits for people. `runId` finds its question again.
const runId = 'deployment-7';
const file = process.env['STATE_FILE'] ?? `${runId}.json`;
const stored = existsSync(file) ? await RunState.fromString(agent, readFileSync(file, 'utf8')) : null;
let result = await run(agent, stored ?? 'Deploy the api.');
while (result.interruptions.length > 0) {
  writeFileSync(file, result.state.toString());
  // A rejection and its reason are told to the model. If no one decides, this throws.
  await answerInterruptions(gateway, result, { runId });
  result = await run(agent, result.state);
}
rmSync(file, { force: true });
console.log(result.finalOutput);
