import { createHash } from 'node:crypto';
import { parseJson, PlatformError, type Dialog, type DialogEvent } from '@gateway/platform-kit';
import type { InputBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { targetsOf } from './address.js';
import type { Call } from './api.js';
import type { Presser } from './inbound.js';
import { textBlocks } from './render.js';

/** Marks the modals of this adapter. */
const CALLBACK = 'gateway-dialog';
const ACTION = 'text';

const optional = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** The message with the pressed button. */
const place = z.object({ channel: z.string(), ts: z.string(), thread: optional });
const handleSchema = place.extend({ trigger: z.string() });
const metadataSchema = place.extend({ token: z.string() });

type Handle = z.input<typeof handleSchema>;

/** The handle contains everything that a modal needs, so nothing is kept between a press and its dialog. */
export function dialogHandle(handle: Handle): string {
  return JSON.stringify(handle);
}

/** Opens a modal by the trigger of a press, which Slack accepts within three seconds. */
export async function openDialog(call: Call, dialog: Dialog, signal?: AbortSignal): Promise<void> {
  const handle = handleSchema.safeParse(parseJson(dialog.handle));
  if (!handle.success) throw new PlatformError('conflict', 'No dialog can be opened in answer to this press.');
  const { trigger, ...pressed } = handle.data;
  const view = renderModal(dialog, JSON.stringify({ ...pressed, token: dialog.token }));
  await call(signal, (web) => web.views.open({ trigger_id: trigger, view }));
}

/** Pure. */
function renderModal({ title, text, fields, submitLabel }: Dialog, metadata: string): ModalView {
  return {
    type: 'modal',
    callback_id: CALLBACK,
    private_metadata: metadata,
    title: { type: 'plain_text', text: title },
    submit: { type: 'plain_text', text: submitLabel },
    blocks: [
      ...(text === null ? [] : textBlocks(text)),
      ...fields.map(({ id, label, value, multiline, required, maxLength }): InputBlock => ({
        type: 'input',
        block_id: id,
        label: { type: 'plain_text', text: label },
        optional: !required,
        element: {
          type: 'plain_text_input',
          action_id: ACTION,
          multiline,
          max_length: maxLength,
          ...(value !== null && value !== '' && { initial_value: value }),
        },
      })),
    ],
  };
}

const submission = z.object({
  type: z.literal('view_submission'),
  user: z.object({ id: z.string(), username: optional, name: optional }),
  enterprise: z.unknown().optional(),
  trigger_id: optional,
  view: z.object({
    id: z.string(),
    callback_id: z.literal(CALLBACK),
    private_metadata: z.string(),
    state: z.object({
      values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))),
    }),
  }),
});

/** A submitted modal. `isEnterprise`: as in `Inbound`. */
interface Submitted {
  readonly event: DialogEvent;
  readonly presser: Presser;
  readonly isEnterprise: boolean;
}

/** Parses a submitted modal; null when it is not one of this adapter. Pure. */
export function readSubmission(payload: unknown): Submitted | null {
  const { data } = submission.safeParse(payload);
  const pressed = metadataSchema.safeParse(parseJson(data?.view.private_metadata ?? '')).data;
  if (!data || !pressed) return null;
  const { user, view, trigger_id } = data;
  const { channel, ts, thread, token } = pressed;
  const values = Object.fromEntries(
    Object.entries(view.state.values).map(([id, inputs]) => [id, inputs[ACTION]?.value ?? '']),
  );
  // The documentation does not list trigger_id, which payloads contain: https://docs.slack.dev/tools/bolt-js/reference/interfaces/ViewSubmitAction
  const submitted = trigger_id ?? createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return {
    isEnterprise: Boolean(data.enterprise),
    event: {
      kind: 'dialog',
      id: `${view.id}:${submitted}`,
      targets: targetsOf(channel, thread, channel.startsWith('D') ? user.id : undefined),
      sender: { id: user.id, username: user.username ?? user.name ?? null, name: user.name ?? user.username ?? null },
      messageId: ts,
      token,
      values,
    },
    presser: { channel, user: user.id, thread, responseUrl: null },
  };
}

/** The acknowledgement that keeps a modal open and shows what is wrong. Source: https://docs.slack.dev/surfaces/modals#displaying_errors */
export function showErrors(errors: Readonly<Record<string, string>>): object {
  return { response_action: 'errors', errors };
}
