import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answered, AskOptions, NewPrompt, Outcome, PromptCreated } from '@gateway/client';
import { numberIn, type Flags } from './command.js';
import type { Context } from './context.js';
import { exitCodes, UsageError } from './exit-codes.js';
import { isExpected, report, waitCommand, type questionOptions, type Used } from './outcome.js';

type QuestionFlags = Flags<typeof questionOptions>;

/** A text of the command line; `-` stands for standard input. */
export async function textOrInput(given = ''): Promise<string> {
  const read = given === '-' ? (await text(process.stdin)).trim() : given;
  if (read.trim() === '') throw new UsageError('The text is empty.');
  return read;
}

/** The fields that all questions have. */
export function questionFields(flags: QuestionFlags): Omit<NewPrompt, 'text'> {
  const [first, ...more] = flags.channel ?? [];
  return {
    ...(first !== undefined && { channel_id: first }),
    ...(more.length > 0 && { channels: flags.channel ?? [] }),
    ...(flags.ttl !== undefined && { ttl_sec: numberIn('ttl', flags.ttl) ?? null }),
    ...(flags.policy !== undefined && { policy: flags.policy }),
    ...(flags['requested-by'] !== undefined && { requested_by: { person: flags['requested-by'] } }),
    ...(flags['correlation-id'] !== undefined && { correlation_id: flags['correlation-id'] }),
    ...(flags['callback-url'] !== undefined && { callback_url: flags['callback-url'] }),
  };
}

interface Steps {
  readonly ask: (options: AskOptions) => Promise<Outcome>;
  readonly expected?: readonly string[];
  /** Uses the approval of an expected answer. */
  readonly use?: ((outcome: Answered) => Promise<Used>) | undefined;
}

/**
 * Asks, waits by `ask` and prints the outcome; with `--no-wait`, only asks. A signal leaves the question open unless the caller wants it
 * to be cancelled.
 */
export async function asking(
  context: Context,
  flags: QuestionFlags,
  prompt: NewPrompt,
  { ask, expected, use }: Steps,
): Promise<number> {
  const { output, signal, gateway } = context;
  const file = flags.file === undefined ? undefined : await attachment(flags.file);
  const creation = { signal, file, idempotencyKey: flags['idempotency-key'] };
  const warn = ({ warnings }: PromptCreated) => {
    for (const { message } of warnings) output.note(`Warning: ${message}`);
  };
  if (flags['no-wait'] === true) {
    const created = await gateway.createPrompt(prompt, creation);
    warn(created);
    output.result(created, created.prompt_id);
    return exitCodes.success;
  }
  const asked: { id?: string } = {};
  const onCreated = (created: PromptCreated) => {
    asked.id = created.prompt_id;
    warn(created);
    output.note(`Asked ${created.prompt_id} on ${created.channel_id}. Waiting for the answer.`);
  };
  const cancelOnAbort = flags['cancel-on-interrupt'] === true;
  try {
    const outcome = await ask({ ...creation, onCreated, cancelOnAbort, waitSec: numberIn('wait', flags.wait) });
    const used = use && outcome.status === 'answered' && isExpected(outcome, expected) ? await use(outcome) : null;
    return report(context, outcome, { expected, used });
  } catch (error) {
    if (asked.id !== undefined && !cancelOnAbort && signal.aborted)
      output.note(`${asked.id} stays open. To go on waiting: ${waitCommand(asked.id)}`);
    throw error;
  }
}

async function attachment(file: string): Promise<Blob> {
  try {
    return new File([await openAsBlob(file)], path.basename(file));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
