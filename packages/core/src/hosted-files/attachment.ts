import type { Media } from '@gateway/platform-kit';

/** A file to attach to a prompt. It must exist until the prompt is posted. */
export type Attachment = Extract<Media, { readonly kind: 'bytes' }>;
