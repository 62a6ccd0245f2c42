import { createInterface } from 'node:readline/promises';
import type { Channel, Gateway } from '@gateway/client';
import type { Context } from '../context.js';
import { UsageError } from '../exit-codes.js';
import { table } from '../output.js';
import { findChannel, promptChannels } from './access.js';

/** The channel to ask on: the wanted one, the only PROMPT channel, or the choice of the person at the terminal. Throws `UsageError`. */
export async function chooseChannel(gateway: Gateway, wanted: string | undefined, context: Context): Promise<string> {
  if (wanted !== undefined) {
    const found = await findChannel(gateway, wanted, context.signal);
    if (!found) throw new UsageError(`There is no channel ${wanted}, or the key may not use it. ${MAKE_ONE}`);
    if (found.channel_type !== 'PROMPT')
      throw new UsageError(`The channel ${wanted} is not for questions: its type is not PROMPT.`);
    if (!found.is_active) throw new UsageError(`The channel ${wanted} is unregistered.`);
    return wanted;
  }
  const channels = await promptChannels(gateway, context.signal);
  const [only] = channels;
  if (!only) throw new UsageError(`The gateway has no PROMPT channel. ${MAKE_ONE}`);
  if (channels.length === 1) return only.channel_id;
  if (!process.stdin.isTTY)
    throw new UsageError(
      `Choose a channel by --channel: ${channels
        .map((each) => each.channel_id)
        .slice(0, 20)
        .join(', ')}.`,
    );
  return await askForChannel(channels, context);
}

const MAKE_ONE = 'Register one in the console, or make a simulated one: gateway sandbox';

async function askForChannel(channels: readonly Channel[], { output, signal }: Context): Promise<string> {
  output.note(
    table(channels.map((each, index) => [`  ${index + 1}`, each.channel_id, each.platform, each.health.state])),
  );
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true, signal });
  // The terminal does not send the signal while lines are read.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  lines.setPrompt('Number of the channel: ');
  lines.prompt();
  try {
    for await (const typed of lines) {
      const chosen = /^\d{1,3}$/.test(typed.trim()) ? channels[Number(typed) - 1] : undefined;
      if (chosen) return chosen.channel_id;
      lines.prompt();
    }
  } finally {
    lines.close();
  }
  signal.throwIfAborted();
  throw new UsageError('No channel was chosen.');
}
