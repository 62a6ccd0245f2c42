import { approvalHook, type Decided } from './approval.js';
import { askUserQuestionHook } from './ask-user-question.js';
import { elicitationHook } from './elicitation.js';
import { identityOf, isObject, stringIn, type HookOutput, type JsonObject, type Translator } from './hook.js';

/**
 * Claude Code, and hosts that use its format. Formats: https://code.claude.com/docs/en/hooks, and the types of the package
 * `@anthropic-ai/claude-agent-sdk` 0.3 (`PermissionRequestHookInput`, `PreToolUseHookInput`, `ElicitationHookInput`).
 */
export const claudeCode: Translator = (event, { askReason }) => {
  const name = stringIn(event, 'hook_event_name');
  if (name === 'Elicitation') return elicitationHook(event);
  if (name !== 'PermissionRequest' && name !== 'PreToolUse') return null;
  const tool = stringIn(event, 'tool_name');
  const input = event['tool_input'];
  if (tool === null || !isObject(input)) return null;
  const output = outputOf[name];
  const identity = identityOf(['claude-code', event['session_id'], name, tool, input], event['tool_use_id']);
  if (tool === 'AskUserQuestion') return askUserQuestionHook({ identity, input, output });
  const isPlan = tool === 'ExitPlanMode';
  return approvalHook({
    host: 'Claude Code',
    hostId: 'claude-code',
    identity,
    tool,
    input,
    summary: stringIn(input, 'description'),
    ...(isPlan && { text: planText(input) }),
    canEdit: !isPlan,
    askReason,
    // `allow` alone is not enough for a tool that needs a person: the hook must give its input.
    output: (decided) => output(isPlan && decided.allowed ? { allowed: true, input } : decided),
    pass: {},
  });
};

const outputOf = {
  PermissionRequest: (decided: Decided): HookOutput => ({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: decided.allowed
        ? { behavior: 'allow', ...(decided.input && { updatedInput: decided.input }) }
        : { behavior: 'deny', message: decided.message },
    },
  }),
  PreToolUse: (decided: Decided): HookOutput => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      ...(decided.allowed
        ? { permissionDecision: 'allow', ...(decided.input && { updatedInput: decided.input }) }
        : { permissionDecision: 'deny', permissionDecisionReason: decided.message }),
    },
  }),
};

function planText(input: JsonObject): string {
  return `Claude Code asks to start with its plan.\n\n${stringIn(input, 'plan') ?? ''}`.trim();
}
