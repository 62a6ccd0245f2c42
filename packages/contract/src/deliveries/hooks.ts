import { z } from 'zod';
import { route } from '../routes/route.js';
import { channelId } from '../vocabulary.js';

/** The longest time in seconds that a hook waits, and the usual one: one minute less than hosts wait. */
const hookWait = { max: 86_400, usual: 540 } as const;

export const claudeCodeHook = route({
  id: 'claudeCodeHook',
  method: 'POST',
  path: '/v1/hooks/claude-code',
  scopes: ['prompts:write'],
  tag: 'Hooks',
  summary: 'Let people answer a hook of Claude Code',
  description:
    'Takes the JSON of a hook, asks people, holds the reply until they answer, and answers in the form of the host. Events: ' +
    '`PermissionRequest`, `PreToolUse` (with the tools `AskUserQuestion` and `ExitPlanMode`) and `Elicitation`. The reply to other events, ' +
    'and without an answer in time, is `{}`: no decision. The same event again continues its question, or gets its answer of the last 5 ' +
    'minutes.',
  query: z.strictObject({
    channel: channelId
      .optional()
      .meta({ description: 'A PROMPT channel. Default: the setting `DEFAULT_PROMPT_CHANNEL_ID`.' }),
    wait_sec: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'must be a whole number of seconds' })
      .transform(Number)
      .pipe(z.int().min(1).max(hookWait.max))
      .optional()
      .transform((seconds) => seconds ?? hookWait.usual)
      .meta({
        description:
          'Seconds to wait for an answer. The question expires then. Set it lower than the `timeout` of the hook.',
        type: 'integer',
        minimum: 1,
        maximum: hookWait.max,
        default: hookWait.usual,
      }),
    on_timeout: z
      .enum(['pass', 'deny'])
      .optional()
      .transform((choice) => choice ?? 'pass')
      .meta({
        description:
          'What no answer means. `pass`: no decision, so that the host asks in its own way. `deny`: a denial.',
        default: 'pass',
      }),
    ask_reason: z
      .enum(['never', 'on_reject'])
      .optional()
      .transform((choice) => choice ?? 'never')
      .meta({ description: 'Whether people are asked for words after a rejection.', default: 'never' }),
  }),
  body: z.looseObject({ hook_event_name: z.string().min(1) }).meta({
    id: 'ClaudeCodeHook',
    description: 'The event, as the host sends it.',
    examples: [
      {
        session_id: 'abc123',
        transcript_path: '/home/ada/.claude/projects/app/abc123.jsonl',
        cwd: '/home/ada/app',
        hook_event_name: 'PermissionRequest',
        tool_name: 'Bash',
        tool_input: { command: 'npm publish', description: 'Publish the package' },
      },
    ],
  }),
  exactJson: ['tool_input'],
  status: 200,
  reply: z.looseObject({}).meta({
    id: 'ClaudeCodeHookResult',
    description: 'The result, in the form of the host. Empty: no decision.',
    examples: [{ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }],
  }),
  errors: [400, 409, 413, 415],
});
