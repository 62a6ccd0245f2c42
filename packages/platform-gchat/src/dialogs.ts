import type { Dialog, DialogField, Outcome } from '@gateway/platform-kit';
import { z } from 'zod';
import type { Format } from './inbound.js';
import { escapeHtml, TOKEN_PARAMETER } from './render.js';

/** The place of the question, and the fields of the dialog, are parameters of its button. */
const MESSAGE_PARAMETER = 'message';
const THREAD_PARAMETER = 'thread';
const FIELDS_PARAMETER = 'fields';

/** The message with the button that asked for the dialog. */
export interface Place {
  readonly message: string;
  /** Null: none. */
  readonly thread: string | null;
}

/** The reply to a press that opens a dialog. `action`: the function of its button. Pure. */
export function openDialog(format: Format, dialog: Dialog, place: Place, action: string): object {
  const card = renderCard(dialog, place, action);
  return format === 'addon'
    ? { action: { navigations: [{ pushCard: card }] } }
    : { actionResponse: { type: 'DIALOG', dialogAction: { dialog: { body: card } } } };
}

/** The reply to a submission. A Chat app keeps the dialog open with the errors; an add-on can only close it. Pure. */
export function replyToSubmission(format: Format, { notice, errors }: Outcome): object {
  const sentences = errors ? Object.values(errors) : [];
  if (sentences.length === 0) return closeDialog(format, notice);
  const text = [...sentences, ...(notice === null ? [] : [notice])].join('\n');
  return format === 'addon' ? closeDialog(format, text) : status('INVALID_ARGUMENT', text);
}

/** The reply that opens no dialog, or closes the open one, with a short notification. Pure. */
export function closeDialog(format: Format, text: string | null): object {
  if (format === 'classic') return status('OK', text);
  const notification = text === null ? {} : { notification: { text } };
  return { action: { navigations: [{ endNavigation: { action: 'CLOSE_DIALOG' } }], ...notification } };
}

function status(statusCode: 'OK' | 'INVALID_ARGUMENT', text: string | null): object {
  const actionStatus = text === null ? { statusCode } : { statusCode, userFacingMessage: text };
  return { actionResponse: { type: 'DIALOG', dialogAction: { actionStatus } } };
}

function renderCard({ token, title, text, fields, submitLabel }: Dialog, place: Place, action: string): object {
  const parameters = [
    { key: TOKEN_PARAMETER, value: token },
    { key: MESSAGE_PARAMETER, value: place.message },
    ...(place.thread === null ? [] : [{ key: THREAD_PARAMETER, value: place.thread }]),
    { key: FIELDS_PARAMETER, value: fields.map(({ id }) => id).join(' ') },
  ];
  const requiredWidgets = fields.flatMap(({ id, required }) => (required ? [id] : []));
  const onClick = { action: { function: action, parameters, requiredWidgets } };
  const paragraph = text === null ? [] : [{ textParagraph: { text: escapeHtml(text) } }];
  return {
    header: { title },
    sections: [{ widgets: [...paragraph, ...fields.map(textInput)] }],
    fixedFooter: { primaryButton: { text: submitLabel, onClick } },
  };
}

function textInput({ id, label, value, multiline, maxLength }: DialogField): object {
  return {
    textInput: {
      name: id,
      label,
      type: multiline ? 'MULTIPLE_LINE' : 'SINGLE_LINE',
      ...(value !== null && { value }),
      validation: { characterLimit: maxLength },
    },
  };
}

const parametersSchema = z.object({
  [TOKEN_PARAMETER]: z.string(),
  [MESSAGE_PARAMETER]: z.string().min(1),
  [THREAD_PARAMETER]: z.string().optional(),
  [FIELDS_PARAMETER]: z.string(),
});

const inputsSchema = z.record(z.string(), z.object({ stringInputs: z.object({ value: z.array(z.string()) }) }));

/** The parts of a submission; null when the dialog is not one of this adapter. An empty field is not among the inputs. */
export function readSubmission(
  parameters: unknown,
  formInputs: unknown,
): (Place & { readonly token: string; readonly values: Record<string, string> }) | null {
  const { data } = parametersSchema.safeParse(parameters);
  if (!data) return null;
  const inputs = inputsSchema.safeParse(formInputs ?? {}).data ?? {};
  const values = data.fields.split(' ').map((id) => [id, inputs[id]?.stringInputs.value[0] ?? ''] as const);
  return { token: data.token, message: data.message, thread: data.thread ?? null, values: Object.fromEntries(values) };
}
