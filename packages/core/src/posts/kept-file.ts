import { copyFile, link, rm } from 'node:fs/promises';
import type { Attachment } from '../hosted-files/attachment.js';
import type { PostRow, PromptRow } from '../ports/rows.js';

/** The file of a question in a chat that takes it later. */
export interface KeptFile {
  readonly attachment: Attachment;
  /** Never rejects. */
  remove(): Promise<void>;
}

/** Keeps the file of a question for a further attempt: the request that brought it removes its own. Null: it cannot be kept. */
export async function keepFile(attachment: Attachment, { seq }: PostRow): Promise<KeptFile | null> {
  const path = `${attachment.path}-${seq}`;
  const remove = () => rm(path, { force: true }).catch(() => {});
  try {
    // Not every file system has hard links.
    await link(attachment.path, path).catch(() => copyFile(attachment.path, path));
    return { attachment: { ...attachment, path }, remove };
  } catch {
    await remove();
    return null;
  }
}

/** Whether a question must not be posted in this chat without its file, which the instance that was asked has, or had. */
export function needsFile({ kind, channelId }: PostRow, { terms }: PromptRow): boolean {
  return kind === 'question' && terms?.hasFile === true && terms.channelIds.includes(channelId);
}

export const FILE_IS_GONE =
  'Its file is no longer stored, because the gateway was stopped before this chat took the question. Ask again to show it here.';
export const fileIsElsewhere = 'The file of this question is only in the chat where it was asked first.';
