import { PlatformError, type Dialog, type InboundEvent, type Outcome } from '@gateway/platform-kit';
import { ignored, rejection, sampleQuestion } from '@gateway/platform-kit/testing';
import { manualClock } from '@gateway/simulators/slack';
import { describe, expect, it } from 'vitest';
import { receiveAt, start } from './harness.js';

const reason = { id: 'reason', label: 'Why?', value: null, multiline: true, required: true, maxLength: 500 } as const;
const dialog: Dialog = { handle: '', token: 'd.1', title: 'Reject', text: null, fields: [reason], submitLabel: 'Send' };

/** Ada presses a button, and the gateway opens a dialog. */
async function startWithDialog({ socket = false, thread = false, outcome = ignored } = {}) {
  const setup = await start({ socket });
  const { sim, channel, ada, harness, connection } = setup;
  const answer = async (event: InboundEvent): Promise<Outcome> => {
    if (event.kind !== 'press') return outcome;
    await connection.openDialog?.({ ...dialog, handle: event.dialogHandle ?? '' });
    return ignored;
  };
  harness.deliver = async (events) => await Promise.all(events.map(answer));
  if (socket) await harness.start();
  else await receiveAt(sim, connection);
  const root = thread ? `:${sim.writeText({ channel, text: 'Releases', user: ada }).ts}` : '';
  const posted = await connection.sendPrompt(sampleQuestion({ target: `${channel.id}${root}` }));
  expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({ ok: true, status: 200 });
  return { ...setup, posted, target: `${channel.id}${root}` };
}

describe.each(['by webhook', 'by socket'])('A Slack dialog %s', (mode) => {
  const socket = mode === 'by socket';

  it('is submitted with the message, the thread and the person of the press', async () => {
    const { sim, ada, channel, harness, posted, target } = await startWithDialog({ socket, thread: true });
    expect(await sim.submit({ user: ada, values: ['too risky'] })).toEqual({ ok: true, status: 200 });
    expect(harness.stored.at(-1)).toEqual({
      kind: 'dialog',
      id: expect.stringMatching(/^V\w+:/),
      targets: [target, channel.id],
      sender: { id: ada.id, username: 'ada', name: 'ada' },
      messageId: posted.messageId,
      token: 'd.1',
      values: { reason: 'too risky' },
    });
  });

  it('stays open with the errors of its submission', async () => {
    const outcome: Outcome = { ...ignored, errors: { reason: 'Write more.' } };
    const { sim, ada } = await startWithDialog({ socket, outcome });
    expect(await sim.submit({ user: ada, values: ['no'] })).toEqual({ ok: true, status: 200 });
    expect(sim.modal(ada)?.errors).toEqual({ reason: 'Write more.' });
  });
});

describe('A Slack dialog', () => {
  it('tells its notice to the person alone, in the thread of the question', async () => {
    const outcome: Outcome = { ...ignored, notice: 'Recorded: no' };
    const { sim, ada, channel, target } = await startWithDialog({ thread: true, outcome });
    await sim.submit({ user: ada, values: ['no'] });
    expect(await sim.waitForNotice()).toEqual({
      channel: channel.id,
      user: ada.id,
      text: 'Recorded: no',
      thread_ts: target.split(':')[1],
      via: 'chat.postEphemeral',
    });
  });

  it('warns the person when its submission could not be stored, and takes it again', async () => {
    const { sim, ada, harness } = await startWithDialog();
    harness.failDeliveries(1);
    expect(await sim.submit({ user: ada, values: ['no'] })).toEqual({ ok: false, status: 503 });
    expect(sim.modal(ada)).not.toBeNull();
    expect(await sim.submit({ user: ada, values: ['no'] })).toEqual({ ok: true, status: 200 });
  });

  it('is refused with a PlatformError when the press is older than three seconds', async () => {
    const clock = manualClock(Date.now());
    const { sim, channel, harness, connection } = await start({ clock });
    const handles: string[] = [];
    harness.deliver = async (events) => {
      handles.push(...events.flatMap((event) => (event.kind === 'press' ? (event.dialogHandle ?? []) : [])));
      return [ignored];
    };
    await receiveAt(sim, connection);
    await connection.sendPrompt(sampleQuestion({ target: channel.id }));
    await sim.press({ channel, button: 'No' });
    clock.advance(3001);
    const error = await rejection(connection.openDialog!({ ...dialog, handle: handles[0] ?? '' }));
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ code: 'conflict', message: 'Slack: expired_trigger_id.' });
  });

  it('of another program is ignored', async () => {
    const { sim, harness, connection } = await start();
    await receiveAt(sim, connection);
    const view = { id: 'V1', callback_id: 'other', private_metadata: '{}', state: { values: {} } };
    const sent = await sim.send({ type: 'view_submission', user: { id: 'U1' }, view }, 'interaction');
    expect(sent).toEqual({ ok: true, status: 200, body: '' });
    expect(harness.events).toEqual([]);
  });
});
