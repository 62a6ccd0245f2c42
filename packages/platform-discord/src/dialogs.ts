import type { Dialog, Outcome } from '@gateway/platform-kit';
import {
  ComponentType,
  InteractionResponseType,
  TextInputStyle,
  type APIInteractionResponse,
  type APIModalInteractionResponse,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { literal } from './markdown.js';
import { ephemeral } from './render.js';

/** The reply to a press that opens a modal. The modal's `custom_id` is the token. Pure. */
export function renderModal({ token, title, text, fields }: Dialog): APIModalInteractionResponse {
  return {
    type: InteractionResponseType.Modal,
    data: {
      custom_id: token,
      title,
      components: [
        ...(text === null ? [] : [{ type: ComponentType.TextDisplay as const, content: literal(text) }]),
        ...fields.map(({ id, label, value, multiline, required, maxLength }) => ({
          type: ComponentType.Label as const,
          label,
          component: {
            type: ComponentType.TextInput as const,
            custom_id: id,
            style: multiline ? TextInputStyle.Paragraph : TextInputStyle.Short,
            required,
            max_length: maxLength,
            ...(value !== null && { value }),
          },
        })),
      ],
    },
  };
}

const submitted = z.array(
  z.object({ component: z.object({ custom_id: z.string(), value: z.string().nullish() }).optional().catch(undefined) }),
);

/** The texts of a submitted modal, by field. */
export function readValues(components: unknown): Record<string, string> {
  const inputs = submitted.safeParse(components).data?.flatMap(({ component }) => component ?? []) ?? [];
  return Object.fromEntries(inputs.map(({ custom_id, value }) => [custom_id, value ?? '']));
}

/** The reply to a submission, which closes the modal in every case. Pure. */
export function answerToSubmission(outcome: Outcome | undefined): APIInteractionResponse {
  const sentences = outcome?.errors ? Object.values(outcome.errors) : [];
  if (outcome?.notice) sentences.push(outcome.notice);
  if (sentences.length === 0) return { type: InteractionResponseType.DeferredMessageUpdate };
  return { type: InteractionResponseType.ChannelMessageWithSource, data: ephemeral(sentences.join('\n')) };
}
