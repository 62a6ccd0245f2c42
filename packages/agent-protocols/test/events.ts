import type { Decision, PromptRecord } from '@gateway/contract';
import { translators, type Hook, type HookEvent } from '@gateway/agent-protocols/hooks';

export const session = {
  session_id: 'abc123',
  transcript_path: '/home/ada/.claude/abc123.jsonl',
  cwd: '/home/ada/app',
};
export const bash = { tool_name: 'Bash', tool_input: { command: 'npm publish', description: 'Publish the package' } };

/** Events as the hosts' documentation shows them. */
export const events = {
  // https://code.claude.com/docs/en/hooks
  permission: { ...session, hook_event_name: 'PermissionRequest', ...bash, permission_suggestions: [] },
  use: { ...session, hook_event_name: 'PreToolUse', ...bash, tool_use_id: 'toolu_01ABC', permission_mode: 'default' },
  plan: {
    ...session,
    hook_event_name: 'PreToolUse',
    tool_name: 'ExitPlanMode',
    tool_input: { plan: '1. Rename the module' },
    tool_use_id: 'toolu_02',
  },
  question: {
    ...session,
    hook_event_name: 'PreToolUse',
    tool_name: 'AskUserQuestion',
    tool_use_id: 'toolu_03',
    tool_input: {
      questions: [
        {
          question: 'Which library?',
          header: 'Library',
          options: [
            { label: 'date-fns', description: 'Small' },
            { label: 'luxon', description: 'Time zones' },
          ],
          multiSelect: false,
        },
        {
          question: 'Which platforms?',
          header: 'Platforms',
          options: [
            { label: 'Linux', description: '' },
            { label: 'macOS', description: '' },
          ],
          multiSelect: true,
        },
      ],
    },
  },
  // https://github.com/openai/codex, codex-rs/hooks/schema/generated
  codexPermission: {
    ...session,
    hook_event_name: 'PermissionRequest',
    model: 'gpt-5',
    permission_mode: 'default',
    turn_id: 'turn-1',
    tool_name: 'Bash',
    tool_input: { command: 'git push', description: 'needs network access' },
  },
  codexUse: {
    ...session,
    hook_event_name: 'PreToolUse',
    model: 'gpt-5',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_use_id: 'call_1',
    tool_input: { command: 'rm -rf dist' },
  },
  // https://cursor.com/docs/hooks
  cursorShell: {
    conversation_id: 'conv-123',
    generation_id: 'gen-456',
    hook_event_name: 'beforeShellExecution',
    workspace_roots: ['/path/to/project'],
    command: 'npm install express',
    cwd: '/path/to/project',
  },
  cursorMcp: {
    conversation_id: 'conv-123',
    generation_id: 'gen-456',
    hook_event_name: 'beforeMCPExecution',
    tool_name: 'database_query',
    tool_input: '{"query":"SELECT * FROM users"}',
    url: 'http://localhost:3000',
  },
  cursorUse: {
    conversation_id: 'conv-123',
    hook_event_name: 'preToolUse',
    tool_name: 'Write',
    tool_input: { path: 'a.txt' },
    tool_use_id: 'tool-1',
  },
  // https://docs.github.com/en/copilot/reference/hooks-configuration
  copilot: {
    timestamp: 1704614600000,
    cwd: '/path/to/project',
    toolName: 'bash',
    toolArgs: '{"command":"rm -rf dist","description":"Clean build directory"}',
  },
} satisfies Record<string, HookEvent>;

export function hookOf(host: keyof typeof translators, event: HookEvent): Hook {
  const hook = translators[host](event, { askReason: 'never' });
  if (!hook) throw new Error('no hook');
  return hook;
}

/** A prompt with this decision. Only the fields that hooks read. */
export function decided(decision: Partial<Decision>): PromptRecord {
  const full = { type: 'decision', value: 'approve', reason: null, args: null, text: null, ...decision };
  return { state: 'answered', decision: full, answer: full.value, answer_type: 'decision' } as PromptRecord;
}

export const answered = (answer: string) => ({ state: 'answered', answer, answer_type: 'text' }) as PromptRecord;
export const claude = (name: string, fields: object) => ({ hookSpecificOutput: { hookEventName: name, ...fields } });
