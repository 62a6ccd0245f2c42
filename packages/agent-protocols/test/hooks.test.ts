import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { translators, type HookEvent } from '@gateway/agent-protocols/hooks';
import { bash, claude, decided, events, hookOf } from './events.js';

describe('the result of a hook', () => {
  const approve = decided({ value: 'approve', args: bash.tool_input });
  const reject = decided({ value: 'reject', reason: 'Use staging' });
  const edit = decided({ value: 'edit', args: { command: 'npm publish --dry-run' } });
  const edited = { command: 'npm publish --dry-run' };

  it.each([
    ['claude-code', 'permission', approve, claude('PermissionRequest', { decision: { behavior: 'allow' } })],
    [
      'claude-code',
      'permission',
      reject,
      claude('PermissionRequest', { decision: { behavior: 'deny', message: 'Use staging' } }),
    ],
    [
      'claude-code',
      'permission',
      edit,
      claude('PermissionRequest', { decision: { behavior: 'allow', updatedInput: edited } }),
    ],
    ['claude-code', 'use', approve, claude('PreToolUse', { permissionDecision: 'allow' })],
    [
      'claude-code',
      'use',
      reject,
      claude('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'Use staging' }),
    ],
    ['claude-code', 'use', edit, claude('PreToolUse', { permissionDecision: 'allow', updatedInput: edited })],
    [
      'claude-code',
      'plan',
      approve,
      claude('PreToolUse', { permissionDecision: 'allow', updatedInput: events.plan.tool_input }),
    ],
    [
      'claude-code',
      'plan',
      reject,
      claude('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'Use staging' }),
    ],
    ['codex', 'codexPermission', approve, claude('PermissionRequest', { decision: { behavior: 'allow' } })],
    [
      'codex',
      'codexPermission',
      reject,
      claude('PermissionRequest', { decision: { behavior: 'deny', message: 'Use staging' } }),
    ],
    ['codex', 'codexUse', approve, {}],
    [
      'codex',
      'codexUse',
      reject,
      claude('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'Use staging' }),
    ],
    ['cursor', 'cursorShell', approve, { permission: 'allow' }],
    [
      'cursor',
      'cursorShell',
      reject,
      { permission: 'deny', user_message: 'Use staging', agent_message: 'Use staging' },
    ],
    ['cursor', 'cursorUse', edit, { permission: 'allow', updated_input: edited }],
    ['copilot', 'copilot', approve, { permissionDecision: 'allow' }],
    ['copilot', 'copilot', reject, { permissionDecision: 'deny', permissionDecisionReason: 'Use staging' }],
    ['copilot', 'use', approve, claude('PreToolUse', { permissionDecision: 'allow' })],
  ] as const)('of %s for the event %s and %j is in the form of the host', (host, event, prompt, output) => {
    expect(hookOf(host, events[event]).decide([prompt])).toEqual(output);
  });

  it('of a rejection without words says that a person denied it', () => {
    const output = hookOf('claude-code', events.use).decide([decided({ value: 'reject' })]);
    expect(output).toEqual(
      claude('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'A person denied this.' }),
    );
  });

  it.each([
    ['claude-code', 'permission', {}],
    ['codex', 'codexPermission', {}],
    ['cursor', 'cursorMcp', { permission: 'ask' }],
    ['copilot', 'copilot', { permissionDecision: 'ask' }],
  ] as const)('without a decision lets %s ask in its own way', (host, event, output) => {
    expect(hookOf(host, events[event]).pass).toEqual(output);
  });

  it('denies with a reason when no answer means a denial', () => {
    expect(hookOf('claude-code', events.permission).deny('There was no answer in time.')).toEqual(
      claude('PermissionRequest', { decision: { behavior: 'deny', message: 'There was no answer in time.' } }),
    );
    expect(hookOf('copilot', events.copilot).deny('Too late.')).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'Too late.',
    });
  });
});

describe('the question of a hook', () => {
  it('names the tool, and carries its arguments and its description', () => {
    expect(hookOf('claude-code', events.permission).questions).toEqual([
      {
        text: 'Claude Code asks for permission to use Bash.',
        action: { name: 'claude-code.Bash', args: bash.tool_input, summary: 'Publish the package' },
        decisions: ['approve', 'reject', 'edit'],
        ask_reason: 'never',
      },
    ]);
    expect(hookOf('copilot', events.copilot).questions[0]).toMatchObject({
      action: { name: 'copilot.bash', args: { command: 'rm -rf dist' } },
    });
    expect(hookOf('codex', events.codexUse).questions[0]?.action?.name).toMatch(/^codex\./);
    expect(hookOf('cursor', events.cursorMcp).questions[0]).toMatchObject({
      action: { name: 'cursor.database_query', args: { query: 'SELECT * FROM users' } },
    });
  });

  it.each([
    ['codex', 'codexPermission'],
    ['codex', 'codexUse'],
    ['cursor', 'cursorShell'],
    ['copilot', 'copilot'],
    ['claude-code', 'plan'],
  ] as const)('of %s (%s) offers no edit, because the host does not accept changed arguments', (host, event) => {
    expect(hookOf(host, events[event]).questions[0]?.decisions).toEqual(['approve', 'reject']);
  });

  it('asks for words if the caller wants them', () => {
    const hook = translators['claude-code'](events.use, { askReason: 'on_reject' });
    expect(hook?.questions[0]?.ask_reason).toBe('on_reject');
  });

  it('shortens arguments that are too large with their true length and hash, and then offers no edit', () => {
    const content = `${'a'.repeat(70_000)}😀`;
    const [question] = hookOf('claude-code', { ...events.use, tool_input: { file_path: 'a.txt', content } }).questions;
    expect(question?.decisions).toEqual(['approve', 'reject']);
    const hash = createHash('sha256').update(content).digest('hex');
    expect(question?.action?.args).toEqual({
      file_path: 'a.txt',
      content: `${'a'.repeat(100)} … (70001 characters, SHA-256 ${hash}) … ${'a'.repeat(48)}😀`,
      '…': expect.stringMatching(/^All as JSON: 70035 characters, SHA-256 [\da-f]{64}$/),
    });
  });

  it('keeps arguments of up to 64 kB whole', () => {
    const input = { content: 'a'.repeat(65_000) };
    const [question] = hookOf('claude-code', { ...events.use, tool_input: input }).questions;
    expect(question?.action?.args).toEqual(input);
  });

  it('has the true length and the hash of arguments that try to hide them', () => {
    const content = `${'\u200b'.repeat(200)}${'x'.repeat(70_000)}${'\u{1}'.repeat(200)}`;
    const others = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`${'k'.repeat(300)}${at}`, '\u{1}'.repeat(250)]),
    );
    const input = { '…': 'nothing else', content, ...others };
    const [question] = hookOf('claude-code', { ...events.use, tool_input: input }).questions;
    const args = question?.action?.args ?? {};
    expect(args['content']).toMatch(/\(70400 characters, SHA-256 [\da-f]{64}\)/);
    expect(String(args['content']).length).toBeLessThan(300);
    expect(args['……']).toMatch(/^482 more arguments\. All as JSON: \d+ characters, SHA-256 [\da-f]{64}$/);
    expect(JSON.stringify(args).length).toBeLessThan(65_536);
  });

  it('does not exist for events that cannot be decided', () => {
    for (const hook_event_name of ['PostToolUse', 'Notification', 'Stop', 'SessionStart'])
      expect(translators['claude-code']({ ...events.use, hook_event_name }, { askReason: 'never' })).toBeNull();
    expect(
      translators.cursor({ ...events.cursorShell, hook_event_name: 'afterFileEdit' }, { askReason: 'never' }),
    ).toBeNull();
    expect(translators.copilot({ ...events.copilot, toolResult: {} }, { askReason: 'never' })).toBeNull();
    expect(translators.codex({}, { askReason: 'never' })).toBeNull();
  });
});

describe('the identity of an event', () => {
  const idOf = (event: HookEvent) => hookOf('claude-code', event).identity;

  it('is the tool use with its input, or else the tool and its input', () => {
    expect(idOf({ ...events.use, cwd: '/other' })).toBe(idOf(events.use));
    expect(idOf({ ...events.use, tool_input: { command: 'x' } })).not.toBe(idOf(events.use));
    expect(idOf({ ...events.use, tool_input: { ...bash.tool_input, timeout: null } })).not.toBe(idOf(events.use));
    expect(idOf({ ...events.use, tool_use_id: 'toolu_other' })).not.toBe(idOf(events.use));
    expect(idOf({ ...events.permission, cwd: '/other' })).toBe(idOf(events.permission));
    expect(idOf({ ...events.permission, tool_input: { command: 'x' } })).not.toBe(idOf(events.permission));
  });

  it('contains the session', () => {
    for (const event of [events.use, events.permission])
      expect(idOf({ ...event, session_id: 'other' })).not.toBe(idOf(event));
  });
});
