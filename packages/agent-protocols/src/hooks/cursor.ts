import { approvalHook, type Decided } from './approval.js';
import {
  identityOf,
  objectIn,
  stringIn,
  type HookEvent,
  type HookOutput,
  type JsonObject,
  type Translator,
} from './hook.js';

/** Cursor. Formats: https://cursor.com/docs/hooks. Only `preToolUse` accepts changed arguments. */
export const cursor: Translator = (event, { askReason }) => {
  const name = stringIn(event, 'hook_event_name') ?? '';
  const asked = toolOf(name, event);
  if (!asked) return null;
  const { tool, input } = asked;
  return approvalHook({
    host: 'Cursor',
    hostId: 'cursor',
    identity: identityOf(['cursor', event['conversation_id'], name, tool, input], event['tool_use_id']),
    tool,
    input,
    summary: null,
    canEdit: name === 'preToolUse',
    askReason,
    output: outputOf,
    pass: { permission: 'ask' },
  });
};

function toolOf(name: string, event: HookEvent): { readonly tool: string; readonly input: JsonObject } | null {
  const [tool, command] = [stringIn(event, 'tool_name'), stringIn(event, 'command')];
  if (name === 'beforeShellExecution') {
    const cwd = stringIn(event, 'cwd');
    return command === null ? null : { tool: 'Shell', input: { command, ...(cwd && { cwd }) } };
  }
  if (name !== 'beforeMCPExecution' && name !== 'preToolUse') return null;
  return tool === null ? null : { tool, input: objectIn(event, 'tool_input') ?? {} };
}

function outputOf(decided: Decided): HookOutput {
  return decided.allowed
    ? { permission: 'allow', ...(decided.input && { updated_input: decided.input }) }
    : { permission: 'deny', user_message: decided.message, agent_message: decided.message };
}
