import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import type { PermissionResult, SpawnedProcess } from '@anthropic-ai/claude-agent-sdk';

/**
 * The Claude Code process as the Claude Agent SDK sees it: lines of JSON on stdin and stdout. It asks for the permission to use one tool,
 * and ends. The messages are `control_request` (`initialize`, `can_use_tool`), `control_response` and `result` of the SDK's `sdk.d.ts`.
 */
export function claudeCodeProcess(toolName: string, input: Record<string, unknown>) {
  const events = new EventEmitter();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let exitCode: number | null = null;
  let answer: PermissionResult | null = null;
  const print = (message: object) => stdout.write(`${JSON.stringify(message)}\n`);
  const exit = () => {
    exitCode = 0;
    stdout.end();
    events.emit('exit', 0, null);
  };
  createInterface({ input: stdin }).on('line', (line) => {
    const message = JSON.parse(line) as {
      type: string;
      request_id?: string;
      request?: { subtype: string };
      response?: { response: PermissionResult };
    };
    if (message.type === 'control_request') {
      const initialized = {
        commands: [],
        agents: [],
        output_style: 'default',
        available_output_styles: [],
        models: [],
        account: {},
      };
      print({
        type: 'control_response',
        response: { subtype: 'success', request_id: message.request_id, response: initialized },
      });
    } else if (message.type === 'user') {
      const request = { subtype: 'can_use_tool', tool_name: toolName, input, tool_use_id: 'toolu_1' };
      print({ type: 'control_request', request_id: 'permission-1', request });
    } else if (message.type === 'control_response') {
      answer = message.response?.response ?? null;
      print({
        type: 'result',
        subtype: 'success',
        is_error: false,
        result: 'Done.',
        session_id: 'session-1',
        num_turns: 1,
      });
      exit();
    }
  });
  const spawned: SpawnedProcess = Object.assign(events, {
    stdin,
    stdout,
    killed: false,
    get exitCode() {
      return exitCode;
    },
    kill: () => (exit(), true),
  }) as never;
  return { spawned, answer: () => answer };
}
