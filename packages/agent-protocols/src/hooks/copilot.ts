import { approvalHook, type Decided } from './approval.js';
import { claudeCode } from './claude-code.js';
import { identityOf, objectIn, stringIn, type HookOutput, type Translator } from './hook.js';

/**
 * GitHub Copilot. Formats: https://docs.github.com/en/copilot/reference/hooks-configuration (`preToolUse`, whose events have no name).
 * Copilot in VS Code uses the format of Claude Code.
 */
export const copilot: Translator = (event, options) => {
  if (stringIn(event, 'hook_event_name') !== null) return claudeCode(event, options);
  const tool = stringIn(event, 'toolName');
  // A result is present after the use of a tool.
  if (tool === null || event['toolResult'] !== undefined) return null;
  const input = objectIn(event, 'toolArgs') ?? {};
  return approvalHook({
    host: 'GitHub Copilot',
    hostId: 'copilot',
    identity: identityOf(['copilot', event['sessionId'] ?? event['cwd'], tool, input], null),
    tool,
    input,
    summary: stringIn(input, 'description'),
    canEdit: false,
    askReason: options.askReason,
    output: outputOf,
    pass: { permissionDecision: 'ask' },
  });
};

function outputOf(decided: Decided): HookOutput {
  return decided.allowed
    ? { permissionDecision: 'allow' }
    : { permissionDecision: 'deny', permissionDecisionReason: decided.message };
}
