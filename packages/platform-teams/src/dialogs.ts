import type { Dialog, DialogField, Outcome, WebhookReply } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Activity } from './activity.js';
import { CARD_TYPE, textBlock } from './render.js';

/** Separates the ids of the inputs from the other data of a submission. */
const INPUT_PREFIX = 'input_';

/** Whether this is the invoke of a press that asks for a dialog. The HTTP reply is the dialog, or a text in its place. */
export function asksForDialog({ type, name }: Activity): boolean {
  return type === 'invoke' && name === 'task/fetch';
}

/** Whether this is the invoke of a submitted dialog. */
export function submitsDialog({ type, name }: Activity): boolean {
  return type === 'invoke' && name === 'task/submit';
}

/**
 * The reply to a press that opens a dialog. `message`: the message with the button. Pure.
 * Source: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/task-modules/task-modules-bots
 */
export function openDialog({ token, title, text, fields, submitLabel }: Dialog, message: string): WebhookReply {
  const data = { dialog: { token, message, fields: fields.map(({ id }) => id) } };
  const card = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.4',
    body: [...(text === null ? [] : [textBlock(text)]), ...fields.map(textInput)],
    actions: [{ type: 'Action.Submit', title: submitLabel, data }],
  };
  const value = { title, width: 'medium', card: { contentType: CARD_TYPE, content: card } };
  return { status: 200, body: { task: { type: 'continue', value } } };
}

/** The reply to a press that opens no dialog: a text in its place. Pure. */
export function openNoDialog(outcome: Outcome | undefined): WebhookReply {
  return showText(outcome?.notice ?? 'Nothing was recorded.');
}

/** The reply to a submission: a text in place of the dialog, or nothing, which closes it. Pure. */
export function replyToSubmission(outcome: Outcome | undefined): WebhookReply {
  const sentences = outcome?.errors ? Object.values(outcome.errors) : [];
  if (outcome?.notice) sentences.push(outcome.notice);
  return sentences.length === 0 ? { status: 200 } : showText(sentences.join('\n'));
}

function showText(value: string): WebhookReply {
  return { status: 200, body: { task: { type: 'message', value } } };
}

function textInput({ id, label, value, multiline, required, maxLength }: DialogField): object {
  return {
    type: 'Input.Text',
    id: `${INPUT_PREFIX}${id}`,
    label,
    isMultiline: multiline,
    isRequired: required,
    ...(required && { errorMessage: 'Enter a text.' }),
    maxLength,
    ...(value !== null && { value }),
  };
}

const submission = z.object({
  data: z.looseObject({
    dialog: z.object({ token: z.string(), message: z.string(), fields: z.array(z.string()) }),
  }),
});

/** The parts of a submission; null when the dialog is not one of this adapter. */
export function readSubmission(
  value: unknown,
): { readonly token: string; readonly message: string; readonly values: Record<string, string> } | null {
  const { data } = submission.safeParse(value);
  if (!data) return null;
  const { dialog, ...inputs } = data.data;
  const textOf = (id: string): string => {
    const text = inputs[`${INPUT_PREFIX}${id}`];
    return typeof text === 'string' ? text : '';
  };
  const values = Object.fromEntries(dialog.fields.map((id) => [id, textOf(id)]));
  return { token: dialog.token, message: dialog.message, values };
}
