import { toolApproval } from '@gateway/client/ai-sdk';
import { canUseTool } from '@gateway/client/claude-agent-sdk';
import { answerInterrupts } from '@gateway/client/langchain';
import { answerInterruptions } from '@gateway/client/openai-agents';
import type { Reviewing } from './reviewing.js';

const runId = 'run-1';
const waitSec = 0;
type Client = Reviewing['client'];

export interface Told {
  readonly mayRun: boolean;
  /** What the framework was told, as JSON. */
  readonly words: string;
}

const told = (mayRun: boolean, words: unknown): Told => ({ mayRun, words: JSON.stringify(words) });

/** Each asks about the command of a call with the id `call-1`, and tells whether it may run. Undecided is no. */
export const helpers: Readonly<Record<string, (client: Client, command: string) => Promise<Told>>> = {
  async 'AI SDK'(client, command) {
    const toolCall = { toolCallId: 'call-1', toolName: 'bash', input: { command } };
    const status = await toolApproval(client, { runId, waitSec })({ toolCall });
    return told(typeof status === 'object' && status.type === 'approved', status);
  },
  async 'Claude Agent SDK'(client, command) {
    const context = { signal: new AbortController().signal, toolUseID: 'call-1' };
    const result = await canUseTool(client, { runId, waitSec })('bash', { command }, context);
    return told(result.behavior === 'allow', result);
  },
  async LangChain(client, command) {
    const value = {
      actionRequests: [{ name: 'bash', args: { command } }],
      reviewConfigs: [{ actionName: 'bash', allowedDecisions: ['approve', 'reject'] }],
    };
    const result = { __interrupt__: [{ id: 'call-1', value }] };
    const resume = await answerInterrupts(client, result, { runId, waitSec }).catch(() => null);
    return told(JSON.stringify(resume).includes('"approve"'), resume);
  },
  async 'OpenAI Agents'(client, command) {
    const approved: unknown[] = [];
    const rejected: unknown[] = [];
    const item = { name: 'bash', arguments: JSON.stringify({ command }), rawItem: { callId: 'call-1' } };
    const state = {
      approve: (call: unknown) => void approved.push(call),
      reject: (_call: unknown, options?: object) => void rejected.push(options),
    };
    await answerInterruptions(client, { interruptions: [item], state }, { runId, waitSec }).catch(() => {});
    return told(approved.length > 0, rejected);
  },
};
