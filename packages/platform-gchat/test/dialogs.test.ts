import type { Dialog, InboundEvent, Outcome } from '@gateway/platform-kit';
import { ignored, rejection } from '@gateway/platform-kit/testing';
import { describe, expect, it } from 'vitest';
import { start, WEBHOOK_URL } from './harness.js';

const reason = {
  id: 'reason',
  label: 'Why?',
  value: 'Because',
  multiline: true,
  required: true,
  maxLength: 500,
} as const;
const note = { id: 'note', label: 'Note', value: null, multiline: false, required: false, maxLength: 100 } as const;
const dialog: Dialog = {
  handle: '',
  token: 'd.1',
  title: 'Reject',
  text: 'Deploy <b>?',
  fields: [reason, note],
  submitLabel: 'Send',
};
const user = { name: 'users/1', displayName: 'Ada', type: 'HUMAN' };
const space = { name: 'spaces/A', displayName: 'Operations', spaceType: 'SPACE' };
const message = { name: 'spaces/A/messages/T.M', thread: { name: 'spaces/A/threads/T' } };

const card = {
  header: { title: 'Reject' },
  sections: [
    {
      widgets: [
        { textParagraph: { text: 'Deploy &lt;b&gt;?' } },
        {
          textInput: {
            name: 'reason',
            label: 'Why?',
            type: 'MULTIPLE_LINE',
            value: 'Because',
            validation: { characterLimit: 500 },
          },
        },
        { textInput: { name: 'note', label: 'Note', type: 'SINGLE_LINE', validation: { characterLimit: 100 } } },
      ],
    },
  ],
  fixedFooter: {
    primaryButton: {
      text: 'Send',
      onClick: {
        action: {
          function: WEBHOOK_URL,
          parameters: [
            { key: 'token', value: 'd.1' },
            { key: 'message', value: message.name },
            { key: 'thread', value: message.thread.name },
            { key: 'fields', value: 'reason note' },
          ],
          requiredWidgets: ['reason'],
        },
      },
    },
  },
};

const bodies = {
  classic: {
    dialog: { actionResponse: { type: 'DIALOG', dialogAction: { dialog: { body: card } } } },
    notification: (userFacingMessage: string) => ({
      actionResponse: { type: 'DIALOG', dialogAction: { actionStatus: { statusCode: 'OK', userFacingMessage } } },
    }),
  },
  addon: {
    dialog: { action: { navigations: [{ pushCard: card }] } },
    notification: (text: string) => ({
      action: { navigations: [{ endNavigation: { action: 'CLOSE_DIALOG' } }], notification: { text } },
    }),
  },
};

type Format = keyof typeof bodies;

/** The event of a press on a button for dialogs, of a submission or of its cancellation. */
function eventOf(format: Format, dialogEventType: string, fields: object) {
  const about = { isDialogEvent: true, dialogEventType };
  const eventTime = '2026-01-02T23:32:34.175996Z';
  return format === 'classic'
    ? { type: 'CARD_CLICKED', eventTime, user, space, message, ...about, common: fields }
    : { commonEventObject: fields, chat: { user, eventTime, buttonClickedPayload: { space, message, ...about } } };
}

const press = { parameters: { token: 'p1.1.abcdef' } };
const submission = {
  parameters: Object.fromEntries(
    card.fixedFooter.primaryButton.onClick.action.parameters.map(({ key, value }) => [key, value]),
  ),
  formInputs: { reason: { stringInputs: { value: ['too risky'] } } },
};

describe.each(['classic', 'addon'] as const)('A Google Chat dialog, format %s', (format) => {
  it('is the reply to the press', async () => {
    const harness = await start();
    const answer = async (event: InboundEvent): Promise<Outcome> => {
      if (event.kind !== 'press') return ignored;
      await harness.connection.openDialog?.({ ...dialog, handle: event.dialogHandle ?? '' });
      return { result: 'answered', notice: 'Recorded', closedText: 'Closed' };
    };
    harness.deliver = async (events) => await Promise.all(events.map(answer));
    const reply = await harness.receive(eventOf(format, 'REQUEST_DIALOG', press));
    expect(reply).toEqual({ status: 200, body: bodies[format].dialog });
    const [event] = harness.stored;
    const handle = event?.kind === 'press' ? (event.dialogHandle ?? '') : '';
    expect(await rejection(harness.connection.openDialog!({ ...dialog, handle }))).toMatchObject({ code: 'conflict' });
  });

  it('that the gateway does not open becomes a notification', async () => {
    const harness = await start();
    harness.outcome = { result: 'refused', notice: 'Only Grace may answer.', closedText: null };
    const reply = await harness.receive(eventOf(format, 'REQUEST_DIALOG', press));
    expect(reply).toEqual({ status: 200, body: bodies[format].notification('Only Grace may answer.') });
  });

  it('is submitted with the message, the thread and the person', async () => {
    const harness = await start();
    harness.outcome = { result: 'answered', notice: 'Recorded: no', closedText: null };
    const reply = await harness.receive(eventOf(format, 'SUBMIT_DIALOG', submission));
    expect(reply).toEqual({ status: 200, body: bodies[format].notification('Recorded: no') });
    expect(harness.stored).toEqual([
      {
        kind: 'dialog',
        id: 'dialog spaces/A/messages/T.M users/1 2026-01-02T23:32:34.175996Z',
        targets: ['spaces/A/threads/T', 'spaces/A', 'A'],
        chat: { id: 'spaces/A', name: 'Operations' },
        sender: { id: 'users/1', username: null, name: 'Ada' },
        messageId: message.name,
        token: 'd.1',
        values: { reason: 'too risky', note: '' },
      },
    ]);
  });

  it.each([
    ['that was cancelled', 'CANCEL_DIALOG', submission],
    ['of another program', 'SUBMIT_DIALOG', { parameters: { token: 'x' } }],
  ])('produces no event for %s', async (_name, dialogEventType, fields) => {
    const harness = await start();
    expect(await harness.receive(eventOf(format, dialogEventType, fields))).toEqual({ status: 200, body: {} });
    expect(harness.events).toEqual([]);
  });
});

it('a Google Chat dialog of a Chat app stays open with the errors of its submission', async () => {
  const harness = await start();
  harness.outcome = { ...ignored, errors: { reason: 'Write more.' } };
  const { body } = await harness.receive(eventOf('classic', 'SUBMIT_DIALOG', submission));
  const actionStatus = { statusCode: 'INVALID_ARGUMENT', userFacingMessage: 'Write more.' };
  expect(body).toEqual({ actionResponse: { type: 'DIALOG', dialogAction: { actionStatus } } });
});
