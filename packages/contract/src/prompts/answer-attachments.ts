import { z } from 'zod';
import { limits } from '../vocabulary.js';

/** A file that came with an answer. */
export const answerAttachment = z
  .object({
    name: z.string().meta({
      description:
        'The name that the platform gives, without a path. Photos often have none: then `file`, with an extension.',
    }),
    type: z
      .string()
      .meta({ description: 'The content type, recognized by the bytes. `application/octet-stream`: not recognized.' }),
    size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal digits.' }),
    url: z.string().meta({
      description:
        'A secret address of the gateway that serves the file, without a key. It works until retention deletes the prompt. PNG, JPEG, GIF and ' +
        'WebP images are shown by browsers, other files are downloaded.',
    }),
  })
  .meta({ id: 'AnswerAttachment' });
export type AnswerAttachment = z.output<typeof answerAttachment>;

/** The files of an answer. */
export const answerAttachments = z.array(answerAttachment).optional().meta({
  description: 'The files that the person sent with the answer. Absent: the prompt has no `allow_attachments`.',
});

/** The part of a new prompt that allows files. */
export const newPromptAttachments = {
  allow_attachments: z
    .boolean()
    .nullish()
    .transform((allowed) => allowed ?? false)
    .meta({
      description:
        `With \`allow_text\`: whether a reply in the chat can have photos, files and voice messages, with or without a text. At most ` +
        `${limits.answerAttachments}, each of ${limits.answerAttachmentMb} MB. The \`value\` of an answer without a text is empty. Not with a policy. Default: \`false\`.`,
    }),
};

/** The part of the record that only prompts have which allow files. */
export const promptAttachments = {
  allow_attachments: z.literal(true).optional().meta({ description: 'Absent: an answer has no files.' }),
  answer_attachments: answerAttachments,
};
