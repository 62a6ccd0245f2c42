import { approvalHook, type Decided } from './approval.js';
import { identityOf, isObject, stringIn, type HookOutput, type Translator } from './hook.js';

/**
 * Codex. Formats: the schemas in `codex-rs/hooks/schema/generated` of https://github.com/openai/codex. A `PermissionRequest` fails
 * closed when its result contains `updatedInput`, so arguments cannot be edited. A `PreToolUse` can deny only.
 */
export const codex: Translator = (event, { askReason }) => {
  const name = stringIn(event, 'hook_event_name');
  if (name !== 'PermissionRequest' && name !== 'PreToolUse') return null;
  const tool = stringIn(event, 'tool_name');
  const input = event['tool_input'];
  if (tool === null || !isObject(input)) return null;
  return approvalHook({
    host: 'Codex',
    hostId: 'codex',
    identity: identityOf(['codex', event['session_id'], name, tool, input], event['tool_use_id']),
    tool,
    input,
    summary: stringIn(input, 'description'),
    canEdit: false,
    askReason,
    output: name === 'PermissionRequest' ? permissionOutput : useOutput,
    pass: {},
  });
};

function permissionOutput(decided: Decided): HookOutput {
  const decision = decided.allowed ? { behavior: 'allow' } : { behavior: 'deny', message: decided.message };
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}

/** No result lets the call go on. */
function useOutput(decided: Decided): HookOutput {
  if (decided.allowed) return {};
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: decided.message,
    },
  };
}
