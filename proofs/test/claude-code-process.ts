import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import type { PermissionResult, SpawnedProcess } from '@anthropic-ai/claude-agent-sdk';

interface Received {
  readonly type: string;
  readonly request_id?: string;
  readonly response?: { readonly response: PermissionResult };
}

/**
 * The Claude Code process as the Claude Agent SDK sees it: lines of JSON on stdin and stdout. It asks for the permission to use one tool,
 * and ends. The messages are `control_request` (`initialize`, `can_use_tool`), `control_response` and `result` of the SDK's `sdk.d.ts`.
 */
export class ClaudeCodeProcess extends EventEmitter implements SpawnedProcess {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly killed = false;
  exitCode: number | null = null;
  /** What the SDK said about the tool call. */
  answer: PermissionResult | null = null;

  constructor(
    private readonly toolName: string,
    private readonly input: Record<string, unknown>,
  ) {
    super();
    createInterface({ input: this.stdin }).on('line', (line) => this.#receive(JSON.parse(line) as Received));
  }

  kill(): boolean {
    this.#exit();
    return true;
  }

  #receive({ type, request_id, response }: Received): void {
    if (type === 'control_request') {
      const lists = { commands: [], agents: [], models: [], available_output_styles: [] };
      const initialized = { ...lists, output_style: 'default', account: {} };
      this.#print({ type: 'control_response', response: { subtype: 'success', request_id, response: initialized } });
    } else if (type === 'user') {
      const request = { subtype: 'can_use_tool', tool_name: this.toolName, input: this.input, tool_use_id: 'toolu_1' };
      this.#print({ type: 'control_request', request_id: 'permission-1', request });
    } else if (type === 'control_response') {
      this.answer = response?.response ?? null;
      const cost = { duration_ms: 1, duration_api_ms: 1, num_turns: 1, total_cost_usd: 0, usage: {} };
      this.#print({
        type: 'result',
        subtype: 'success',
        is_error: false,
        result: this.#result(),
        session_id: 'session-1',
        ...cost,
      });
      this.#exit();
    }
  }

  /** What the model would say about its call. */
  #result(): string {
    if (this.answer?.behavior !== 'allow') return this.answer?.message ?? 'There was no answer.';
    return `${this.toolName} ran with ${JSON.stringify(this.answer.updatedInput)}`;
  }

  #print(message: object): void {
    this.stdout.write(`${JSON.stringify(message)}\n`);
  }

  #exit(): void {
    this.exitCode = 0;
    this.stdout.end();
    this.emit('exit', 0, null);
  }
}
