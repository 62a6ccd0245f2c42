import type { Dialog, InboundEvent, Outcome } from '@gateway/platform-kit';
import { ignored, rejection, sampleQuestion } from '@gateway/platform-kit/testing';
import type { Activity } from '@gateway/simulators/teams';
import { describe, expect, it } from 'vitest';
import { message, open } from './harness.js';

const reason = {
  id: 'reason',
  label: 'Why?',
  value: 'Because',
  multiline: true,
  required: true,
  maxLength: 500,
} as const;
/** Its id must not be confused with other data of a submission. */
const note = { id: 'dialog', label: 'Note', value: null, multiline: false, required: false, maxLength: 100 } as const;
const dialog: Dialog = {
  handle: '',
  token: 'd.1',
  title: 'Reject',
  text: 'Deploy *now*?',
  fields: [reason, note],
  submitLabel: 'Send',
};
const QUESTION = '1767326000001';
const data = { dialog: { token: 'd.1', message: QUESTION, fields: ['reason', 'dialog'] } };

const press: Activity = message({
  type: 'invoke',
  name: 'task/fetch',
  id: 'f:1',
  replyToId: QUESTION,
  value: { data: { msteams: { type: 'task/fetch' }, token: 'p1.1.abcdef' }, context: { theme: 'default' } },
});

const submission = (submitted: object): Activity =>
  message({ type: 'invoke', name: 'task/submit', id: 'f:2', value: { data: submitted } });

const shownText = (value: string) => ({ status: 200, body: { task: { type: 'message', value } } });

describe('A Teams dialog', () => {
  it('is the reply to a press on its button', async () => {
    const test = await open();
    const answer = async (event: InboundEvent): Promise<Outcome> => {
      if (event.kind !== 'press') return ignored;
      await test.connection.openDialog?.({ ...dialog, handle: event.dialogHandle ?? '' });
      return { result: 'answered', notice: 'Recorded', closedText: 'Closed' };
    };
    test.deliver = async (events) => await Promise.all(events.map(answer));
    const { status, body } = await test.receive(press);
    expect(status).toBe(200);
    expect(body).toEqual({
      task: {
        type: 'continue',
        value: {
          title: 'Reject',
          width: 'medium',
          card: {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              version: '1.4',
              body: [
                { type: 'TextBlock', text: 'Deploy \\*now\\*?', wrap: true },
                {
                  type: 'Input.Text',
                  id: 'input_reason',
                  label: 'Why?',
                  value: 'Because',
                  isMultiline: true,
                  isRequired: true,
                  errorMessage: 'Enter a text.',
                  maxLength: 500,
                },
                {
                  type: 'Input.Text',
                  id: 'input_dialog',
                  label: 'Note',
                  isMultiline: false,
                  isRequired: false,
                  maxLength: 100,
                },
              ],
              actions: [{ type: 'Action.Submit', title: 'Send', data }],
            },
          },
        },
      },
    });
    expect(test.stored).toMatchObject([{ kind: 'press', token: 'p1.1.abcdef', messageId: QUESTION }]);
    const [event] = test.stored;
    const handle = event?.kind === 'press' ? (event.dialogHandle ?? '') : '';
    expect(await rejection(test.connection.openDialog!({ ...dialog, handle }))).toMatchObject({ code: 'conflict' });
  });

  it('that the gateway does not open becomes a text', async () => {
    const test = await open();
    test.deliver = async () => [{ result: 'refused', notice: 'Only Grace may answer.', closedText: 'Closed' }];
    expect(await test.receive(press)).toEqual(shownText('Only Grace may answer.'));
    test.deliver = async () => [{ ...ignored, result: 'duplicate' }];
    expect(await test.receive(press)).toEqual(shownText('Nothing was recorded.'));
  });

  it('cannot be opened by a button of an ordinary question', async () => {
    const test = await open();
    const chat = test.sim.addConversation();
    await test.connection.sendPrompt(sampleQuestion({ target: chat.id }));
    const value = { action: { type: 'Action.Execute', verb: 'answer', data: { token: 'p1.1.abcdef' } } };
    await test.receive(message({ type: 'invoke', name: 'adaptiveCard/action', value }));
    expect(test.stored[0]).toMatchObject({ kind: 'press' });
    expect(test.stored[0]).not.toHaveProperty('dialogHandle');
  });

  it('is submitted with the message and the person', async () => {
    const test = await open();
    const reply = await test.receive(submission({ ...data, input_reason: 'too risky' }));
    expect(reply).toEqual({ status: 200 });
    expect(test.stored).toEqual([
      {
        kind: 'dialog',
        id: 'f:2|19:ops@thread.v2',
        targets: ['19:ops@thread.v2'],
        chat: { id: '19:ops@thread.v2', name: 'Ada' },
        sender: { id: 'ada-object', username: null, name: 'Ada', aliases: ['29:1abc'] },
        messageId: QUESTION,
        token: 'd.1',
        values: { reason: 'too risky', dialog: '' },
      },
    ]);
  });

  it('is replaced by the errors and the notice of its submission', async () => {
    const test = await open();
    const errors = { reason: 'Write more.' };
    test.deliver = async () => [{ result: 'refused', notice: 'Not recorded.', closedText: null, errors }];
    expect(await test.receive(submission(data))).toEqual(shownText('Write more.\nNot recorded.'));
  });

  it('of another program produces no event', async () => {
    const test = await open();
    expect(await test.receive(submission({ token: 'x' }))).toEqual({ status: 200 });
    expect(test.events).toEqual([]);
  });

  it('is acknowledged only after its submission is stored', async () => {
    const test = await open();
    test.failDeliveries(1);
    expect(await test.receive(submission(data))).toMatchObject({ status: 503 });
    test.failDeliveries(1);
    expect(await test.receive(press)).toMatchObject({ status: 503 });
  });
});
