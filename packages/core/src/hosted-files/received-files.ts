import { limits, visible } from '@gateway/contract';
import { isPlatformError, type InboundFile } from '@gateway/platform-kit';
import { promptFields } from '../base/log-fields.js';
import { reasonOf } from '../base/loop.js';
import { Refusal } from '../base/refusal.js';
import type { AnswerFile, PromptRow } from '../ports/rows.js';
import type { Logger } from '../ports/system.js';
import type { HeldAttachment } from './attachment.js';
import type { HostedFiles } from './hosted-files.js';

/** Longest time for all files of one reply, in milliseconds. */
const MAX_MS = 45_000;
/** Replies whose files are fetched at the same time. */
const MAX_REPLIES = 8;

/** Writes a file that a person sent to the disk. Throws a `Refusal` if it is empty, or larger than `maxBytes`. */
export type WriteReceivedFile = (
  source: AsyncIterable<Uint8Array>,
  name: string | null,
  maxBytes: number,
) => Promise<HeldAttachment>;

export interface ReceivedFilesOptions {
  readonly hostedFiles: Pick<HostedFiles, 'receive' | 'discard'>;
  readonly receivedFile: WriteReceivedFile;
  readonly log: Logger;
}

/** Fetches the files of answers from the platforms, and stores them. */
export class ReceivedFiles {
  readonly #options: ReceivedFilesOptions;
  #replies = 0;

  constructor(options: ReceivedFilesOptions) {
    this.#options = options;
  }

  /** Stores all files of a reply, or none: then `problem` says why, as a sentence for the person who sent them. */
  async receive(
    prompt: PromptRow,
    files: readonly InboundFile[],
  ): Promise<{ readonly files: readonly AnswerFile[] } | { readonly problem: string }> {
    if (files.length === 0) return { files: [] };
    const most = limits.answerAttachments;
    if (files.length > most)
      return { problem: `${nothing} An answer can have ${most} files, and this one has ${files.length}.` };
    if (this.#replies >= MAX_REPLIES)
      return { problem: `${nothing} Many files arrive at the moment: send yours again in a minute.` };
    this.#replies += 1;
    const signal = AbortSignal.timeout(MAX_MS);
    const received: AnswerFile[] = [];
    try {
      for (const file of files) {
        const stored = await this.#receiveOne(prompt, file, signal);
        if ('problem' in stored) {
          await this.discard(received);
          return stored;
        }
        received.push(stored);
      }
      return { files: received };
    } finally {
      this.#replies -= 1;
    }
  }

  /** Deletes files whose answer does not count. Never rejects. */
  async discard(files: readonly AnswerFile[]): Promise<void> {
    for (const { tokenHash } of files) await this.#options.hostedFiles.discard(tokenHash);
  }

  async #receiveOne(
    prompt: PromptRow,
    file: InboundFile,
    signal: AbortSignal,
  ): Promise<AnswerFile | { readonly problem: string }> {
    const { hostedFiles, receivedFile, log } = this.#options;
    const name = file.name === null ? 'The file' : `The file “${visible(file.name).slice(0, 100)}”`;
    const maxBytes = limits.answerAttachmentMb * 1_048_576;
    if ((file.size ?? 0) > maxBytes) return { problem: tooLarge(name) };
    let held: HeldAttachment | null = null;
    try {
      held = await receivedFile(await file.read(signal), file.name, maxBytes);
      return await hostedFiles.receive(prompt, held.attachment);
    } catch (error) {
      const isTooLarge = error instanceof Refusal && error.code === 'payload_too_large';
      if (isTooLarge) return { problem: tooLarge(name) };
      const reason = isPlatformError(error) ? error.explanation : reasonOf(error);
      log.warn({ ...promptFields(prompt), reason }, 'A file of an answer could not be received');
      return {
        problem: `${nothing} ${name} could not be ${held ? 'stored' : 'fetched'}: send it again, or answer without it.`,
      };
    } finally {
      await held?.remove();
    }
  }
}

const nothing = 'Nothing was recorded.';
const tooLarge = (name: string) => `${nothing} ${name} is larger than ${limits.answerAttachmentMb} MB.`;
