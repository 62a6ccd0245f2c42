import { text } from 'node:stream/consumers';
import type { HookEvent, HookOutput, translators } from '@gateway/agent-protocols/hooks';
import { command, numberIn } from '../command.js';
import type { Context } from '../context.js';
import { exitCodes, UsageError } from '../exit-codes.js';

const DEFAULT_WAIT_SEC = 540;
const LONGEST_WAIT_SEC = 86_400;

type Host = keyof typeof translators;
const hosts = ['claude-code', 'codex', 'cursor', 'copilot'] as const satisfies readonly Host[];

export const hook = command({
  name: 'hook',
  summary: 'Answer a hook of a coding agent: reads the event from standard input, prints the decision.',
  words: [{ name: 'HOST', choices: hosts }],
  options: {
    channel: { type: 'string', value: 'ID', help: 'The channel to ask on. Default: GATEWAY_CHANNEL.' },
    wait: { type: 'string', value: 'SEC', help: `How long to wait, 1 to 86400. Default: ${DEFAULT_WAIT_SEC}.` },
    'on-timeout': {
      type: 'string',
      choices: ['pass', 'deny'],
      help: 'What no answer means: no decision (the default), or a denial.',
    },
    'ask-reason': {
      type: 'string',
      choices: ['never', 'on_reject'],
      help: 'Whether the person who rejects is asked for words. Default: never.',
    },
  },
  async run({ flags, words: [host], context }) {
    const waitSec = numberIn('wait', flags.wait) ?? DEFAULT_WAIT_SEC;
    if (waitSec < 1 || waitSec > LONGEST_WAIT_SEC) throw new UsageError('--wait must be 1 to 86400.');
    const json = await text(process.stdin);
    const event = eventIn(json);
    // Loaded only here: the other commands start faster without it.
    const { inputFlaw, jsonFlawTexts, remoteCaller, runHook, translators } =
      await import('@gateway/agent-protocols/hooks');
    const askReason = flags['ask-reason'] === 'on_reject' ? 'on_reject' : 'never';
    const translated = translators[host as Host](event, { askReason });
    if (!translated) return exitCodes.success;

    const onTimeout = flags['on-timeout'] === 'deny' ? 'deny' : 'pass';
    const { settings, signal, retrySec } = context;
    const options = { channelId: flags.channel ?? settings.channel, waitSec, onTimeout, signal } as const;
    const { url: baseUrl, apiKey } = settings;
    const undecided = (reason: string) => (onTimeout === 'deny' ? translated.deny(reason) : translated.pass);
    const flaw = inputFlaw(json, event);
    const decided = await (
      flaw === null
        ? runHook(remoteCaller({ baseUrl, retrySec, ...(apiKey !== undefined && { apiKey }) }), translated, options)
        : Promise.reject(new Error(`${flaw.path.join('.')} ${jsonFlawTexts[flaw.kind]}.`))
    )
      // Hosts let a call go on when their hook fails. So a failure is a result as well.
      .catch((error: unknown) =>
        signal.aborted ? undecided('There was no answer in time.') : failed(context, error, undecided),
      );
    // Also after a signal, such as that of a host whose time is over.
    process.stdout.write(`${JSON.stringify(decided)}\n`);
    return exitCodes.success;
  },
});

function failed({ output }: Context, error: unknown, result: (reason: string) => HookOutput): HookOutput {
  const reason = error instanceof TypeError ? 'The gateway could not be reached.' : (error as Error).message;
  output.note(`gateway: ${reason}`);
  return result(`No person was asked. ${reason}`);
}

function eventIn(json: string): HookEvent {
  try {
    const event: unknown = JSON.parse(json);
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as HookEvent;
  } catch {
    // Told below.
  }
  throw new UsageError('Standard input must have the event of the hook, as a JSON object.');
}
