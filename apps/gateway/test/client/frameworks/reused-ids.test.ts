import { describe, expect, it } from 'vitest';
import { toolApproval } from '@gateway/client/ai-sdk';
import { canUseTool } from '@gateway/client/claude-agent-sdk';
import { answerInterrupts } from '@gateway/client/langchain';
import { answerInterruptions } from '@gateway/client/openai-agents';
import { startReviewing, type Reviewing } from './reviewing.js';

const runId = 'run-1';
const waitSec = 0;
type Client = Reviewing['client'];

/** Each asks about the command of a call with the id `call-1`, and tells whether it may run. Undecided is no. */
const helpers: Record<string, (client: Client, command: string) => Promise<boolean>> = {
  async 'AI SDK'(client, command) {
    const toolCall = { toolCallId: 'call-1', toolName: 'bash', input: { command } };
    const status = await toolApproval(client, { runId, waitSec })({ toolCall });
    return typeof status === 'object' && status.type === 'approved';
  },
  async 'Claude Agent SDK'(client, command) {
    const context = { signal: new AbortController().signal, toolUseID: 'call-1' };
    return (await canUseTool(client, { runId, waitSec })('bash', { command }, context)).behavior === 'allow';
  },
  async LangChain(client, command) {
    const value = {
      actionRequests: [{ name: 'bash', args: { command } }],
      reviewConfigs: [{ actionName: 'bash', allowedDecisions: ['approve', 'reject'] }],
    };
    const result = { __interrupt__: [{ id: 'call-1', value }] };
    const resume = await answerInterrupts(client, result, { runId, waitSec }).catch(() => null);
    return JSON.stringify(resume).includes('"approve"');
  },
  async 'OpenAI Agents'(client, command) {
    let isApproved = false;
    const item = { name: 'bash', arguments: JSON.stringify({ command }), rawItem: { callId: 'call-1' } };
    const state = { approve: () => (isApproved = true), reject: () => {} };
    await answerInterruptions(client, { interruptions: [item], state }, { runId, waitSec }).catch(() => {});
    return isApproved;
  },
};

describe.each(Object.keys(helpers))('the helper for %s', (name) => {
  it('does not use the approval of one input for another input with the same tool call id', async () => {
    const { client, decide, list } = await startReviewing();
    const mayRun = helpers[name]!;
    expect(await mayRun(client, 'ls')).toBe(false);
    await decide('Approve');
    expect(await mayRun(client, 'ls')).toBe(true);
    expect(await mayRun(client, 'rm -rf /')).toBe(false);
    expect((await list('?state=all')).json).toHaveLength(2);
  });
});
