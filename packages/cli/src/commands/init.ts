import { hostname, userInfo } from 'node:os';
import { command, numberIn } from '../command.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import { aboutGateway } from '../setup/access.js';
import { chooseChannel } from '../setup/choose-channel.js';
import { askFirstQuestion } from '../setup/first-question.js';
import { storeAskingKey, storeWithoutKey } from '../setup/store-key.js';

const DEFAULT_WAIT_SEC = 300;
const LONGEST_WAIT_SEC = 86_400;
/** The longest name of a key. */
const LONGEST_NAME = 128;

export const init = command({
  name: 'init',
  summary: 'Set up this machine to ask: make a key for one channel, store it in a profile, and ask a first question.',
  options: {
    channel: { type: 'string', value: 'ID', help: 'The channel to ask on. Default: the only PROMPT channel.' },
    'key-name': { type: 'string', value: 'NAME', help: 'The name of the key that is made. Default: user@host.' },
    'expires-at': {
      type: 'string',
      value: 'TIME',
      help: 'When the key ends, as in 2027-01-01T00:00:00Z. Default: never.',
    },
    force: { type: 'boolean', help: 'Replace the key of the profile.' },
    'no-test': { type: 'boolean', help: 'Ask no question.' },
    wait: { type: 'string', value: 'SEC', help: `How long to wait for the answer. Default: ${DEFAULT_WAIT_SEC}.` },
  },
  async run({ flags, context }) {
    const { settings, output, gateway } = context;
    const waitSec = numberIn('wait', flags.wait) ?? DEFAULT_WAIT_SEC;
    if (waitSec < 1 || waitSec > LONGEST_WAIT_SEC) throw new UsageError(`--wait must be 1 to ${LONGEST_WAIT_SEC}.`);
    const force = flags.force === true;

    const { version, auth } = await aboutGateway(context);
    output.note(`Reached ${settings.url}, version ${version}.`);
    if (auth && settings.apiKey === undefined)
      throw new UsageError(`${settings.url} needs a key: set GATEWAY_API_KEY to an administrative one.`);
    const channel = await chooseChannel(gateway, flags.channel ?? settings.channel, context);
    output.note(`The channel is ${channel}.`);
    const name = (flags['key-name'] ?? `${userName()}@${hostname()}`).slice(0, LONGEST_NAME);
    const made = auth ? await storeAskingKey(context, { channel, name, expiresAt: flags['expires-at'], force }) : null;
    if (!auth) await storeWithoutKey(context, channel, force);
    const isAsked = flags['no-test'] !== true;
    const code = isAsked ? await askFirstQuestion(context, channel, waitSec) : exitCodes.success;
    const isReady = code === exitCodes.success;
    output.result(
      { url: settings.url, file: settings.file, channel, key_id: made?.id ?? null, answered: isAsked && isReady },
      isReady ? `Ready: ${settings.file} asks on ${channel}.` : '',
    );
    return code;
  },
});

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container can have a user without a name.
    return 'user';
  }
}
