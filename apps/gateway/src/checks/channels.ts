import type { CheckResult } from '@gateway/contract';
import { DEFAULT_ORGANIZATION, trafficProofs, withAnswerProblems, type ChannelRow } from '@gateway/core';
import { each, failed, ok, skipped, type Check } from './check.js';

const name = 'channels';
const PARALLEL = 8;
/** What is not tested by then is skipped, so that the results of the others are not lost. */
const TESTS_MS = 23_000;

/** Asks each platform whether the credentials are accepted and the target can be reached; and what the gateway noticed, such as webhooks. */
export const channelCredentials: Check = {
  name,
  timeoutMs: 25_000,
  async run({ store, channels, probe, isSimulated }) {
    if (store === null) return [skipped(name, 'The database cannot be read.')];
    const active = await channels();
    if (active.length === 0) return [skipped(name, 'No channel is active.')];
    if (probe === null) return [skipped(name, 'The credentials cannot be read without the secrets of the gateway.')];
    const seen = await withAnswerProblems(store, DEFAULT_ORGANIZATION, active);
    const late = AbortSignal.timeout(TESTS_MS);
    return await each(seen, PARALLEL, async (channel): Promise<CheckResult> => {
      const title = `channel ${channel.channelId}`;
      if (await isSimulated(channel.platform, channel.account))
        return skipped(title, 'It is a channel of the sandbox.');
      const result = await inTime(probe(channel), late);
      if (result === null) return skipped(title, 'It could not be tested in time: test it in the console.');
      const { ok: accepted, problems } = result;
      if (!accepted)
        return failed(
          title,
          problems.join(' ') || 'The platform refused the test.',
          'Correct the channel in the console, under Channels.',
        );
      if (channel.health === 'failing')
        return failed(
          title,
          `The test succeeds, but the channel is failing: ${channel.healthDetail ?? 'the reason is unknown.'}`,
          'See the channel in the console, and the guide of its platform.',
        );
      return ok(title, `The platform accepts the credentials and finds the target. ${notProven(channel)}`.trim());
    });
  },
};

/** What no traffic has shown yet, although the test succeeds: for example, that texts of people arrive. */
function notProven(channel: ChannelRow): string {
  const { asked, answered, received } = trafficProofs(channel);
  const isPrompt = channel.channelType === 'PROMPT';
  const missing = [
    ...(asked ? [] : [`no ${isPrompt ? 'question' : 'text'} was posted`]),
    ...(isPrompt && !answered ? ['no one answered in the chat'] : []),
    ...(isPrompt || received ? [] : ['nothing was received']),
  ];
  return missing.length === 0 ? '' : `Not proven yet: ${missing.join(', ')}.`;
}

/** Null: `late` aborted first. */
async function inTime<Value>(value: Promise<Value>, late: AbortSignal): Promise<Value | null> {
  const ended = new Promise<null>((resolve) => {
    if (late.aborted) resolve(null);
    late.addEventListener('abort', () => resolve(null), { once: true });
  });
  return await Promise.race([value, ended]);
}
