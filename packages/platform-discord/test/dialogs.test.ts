import type { Dialog, InboundEvent, Outcome } from '@gateway/platform-kit';
import { ignored, openWebhookAddress, rejection, sampleQuestion } from '@gateway/platform-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, openDiscord } from './harness.js';

const reason = { id: 'reason', label: 'Why?', value: null, multiline: true, required: true, maxLength: 500 } as const;
const dialog: Dialog = { handle: '', token: 'd.1', title: 'Reject', text: null, fields: [reason], submitLabel: 'Send' };

/** Ada presses a button, and the gateway opens a dialog. */
async function startWithDialog(mode: string, outcome: Outcome = ignored) {
  const byWebhook = mode === 'by webhook';
  const sim = await openDiscord();
  const channel = sim.addChannel({ name: 'approvals' });
  const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
  const { token, publicKey } = sim.bot;
  const test = await connect({ api: sim.url, token, ...(byWebhook && { publicKey }) });
  const answer = async (event: InboundEvent): Promise<Outcome> => {
    if (event.kind !== 'press') return outcome;
    await test.connection.openDialog?.({ ...dialog, handle: event.dialogHandle ?? '' });
    return { result: 'answered', notice: 'Recorded', closedText: 'Closed' };
  };
  test.deliver = async (events) => await Promise.all(events.map(answer));
  await test.start();
  if (byWebhook) {
    const address = await openWebhookAddress();
    onTestFinished(() => address.close());
    address.serve(test.connection);
    await sim.setInteractionsUrl(address.url);
  }
  const posted = await test.connection.sendPrompt(sampleQuestion({ target: channel.id }));
  expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({ answered: true, type: 9, notice: null });
  return { sim, channel, ada, test, posted };
}

describe.each(['by webhook', 'by socket'])('A Discord dialog %s', (mode) => {
  it('is the only reply to its press, and is submitted with the message and the person', async () => {
    const { sim, ada, channel, test, posted } = await startWithDialog(mode);
    expect(sim.messages({ channel })[0]?.content).toBe('Deploy?');
    expect(sim.privateNotes()).toEqual([]);
    const answer = await sim.submit({ user: ada, values: ['too risky'] });
    expect(answer).toEqual({ answered: true, type: 6, notice: null });
    expect(test.stored.at(-1)).toEqual({
      kind: 'dialog',
      id: expect.stringMatching(/^interaction:\d+$/),
      targets: [channel.id],
      sender: { id: ada.id, username: 'ada', name: 'Ada' },
      messageId: posted.messageId,
      token: 'd.1',
      values: { reason: 'too risky' },
    });
  });

  it('is followed by a private message with its errors and its notice', async () => {
    const outcome: Outcome = {
      result: 'refused',
      notice: 'Not recorded.',
      closedText: null,
      errors: { reason: 'Write more.' },
    };
    const { sim, ada } = await startWithDialog(mode, outcome);
    const answer = await sim.submit({ user: ada, values: ['no'] });
    expect(answer).toEqual({ answered: true, type: 4, notice: 'Write more.\nNot recorded.' });
  });

  it('cannot be opened after the press was replied to', async () => {
    const { test } = await startWithDialog(mode);
    const [press] = test.stored;
    const handle = press?.kind === 'press' ? (press.dialogHandle ?? '') : '';
    expect(await rejection(test.connection.openDialog!({ ...dialog, handle }))).toMatchObject({ code: 'conflict' });
  });
});

describe('A Discord dialog', () => {
  it('can be submitted again when its submission could not be stored', async () => {
    const { sim, ada, test } = await startWithDialog('by webhook');
    test.failDeliveries(1);
    expect(await sim.submit({ user: ada, values: ['no'] })).toMatchObject({ answered: false });
    expect(await sim.submit({ user: ada, values: ['no'] })).toMatchObject({ answered: true });
  });
});
