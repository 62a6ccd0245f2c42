import type { Context } from '../context.js';
import { exitCodes } from '../exit-codes.js';
import { readProfile } from '../profile.js';
import { gatewayOf } from './access.js';

const PROGRESS_MS = 10_000;

/** Asks whether the gateway reaches people, and waits. Returns the exit code. The question expires with the wait. */
export async function askFirstQuestion(context: Context, channel: string, waitSec: number): Promise<number> {
  const { settings, output, signal } = context;
  const profile = await readProfile(settings.file);
  const startedAt = Date.now();
  const progress = setInterval(
    () => output.note(`Waiting for ${Math.round((Date.now() - startedAt) / 1000)} s of ${waitSec} s.`),
    PROGRESS_MS,
  );
  try {
    const outcome = await gatewayOf(context, profile?.api_key).askHuman(
      { channel_id: channel, text: 'Does the gateway reach you?', options: ['Yes'], ttl_sec: waitSec },
      {
        signal,
        cancelOnAbort: true,
        onCreated: ({ prompt_id: id, warnings }) => {
          for (const { message } of warnings) output.note(`Warning: ${message}`);
          output.note(`Asked ${id} on ${channel}. Press Yes in the chat.`);
        },
      },
    );
    if (outcome.status === 'answered') {
      output.note(`${outcome.promptId} was answered. Ask by: gateway ask 'Deploy?' --option Yes --option No`);
      return exitCodes.success;
    }
    const reason = outcome.status === 'expired' ? (outcome.detail ?? outcome.reason) : outcome.status;
    output.note(`${outcome.promptId} has no answer: ${reason}. Run gateway doctor, or gateway init again.`);
    return exitCodes.noAnswer;
  } finally {
    clearInterval(progress);
  }
}
