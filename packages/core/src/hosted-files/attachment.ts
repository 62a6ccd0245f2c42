import type { Media } from '@gateway/platform-kit';

/** A file to attach to a prompt. It must exist until the prompt is posted. */
export type Attachment = Extract<Media, { readonly kind: 'bytes' }>;

/** An attachment whose file exists until `remove` is called. */
export interface HeldAttachment {
  readonly attachment: Attachment;
  /** May be called twice. */
  remove(): Promise<void>;
}

/** Writes a text to a file, to attach it to a message. Throws if the disk refuses it. */
export type WriteTextFile = (text: string, filename: string) => Promise<HeldAttachment>;
