import { expect } from 'vitest';
import type { Connection } from '../../connection.js';
import { DIALOG_TEXT_LENGTH, type Dialog, type DialogLimits } from '../../dialogs.js';
import type { DialogEvent, InboundEvent, Outcome, PressEvent } from '../../events.js';
import { isPlatformError } from '../../errors.js';
import { rejection } from '../rejection.js';
import type { DialogRig, Rig } from '../rig.js';
import { numberedQuestion } from '../sample-question.js';
import { ignored } from '../test-connection.js';
import { shown as inOneLine, waitFor } from '../check.js';
import type { Define, SuiteContext } from './context.js';

const TOKEN = 'd.123456789.AbCdEfGh0123456789-_';
const field = { id: 'reason', label: 'Why?', value: null, multiline: true, required: true, maxLength: 500 };
const sample: Omit<Dialog, 'handle'> = {
  token: TOKEN,
  title: 'Reject',
  text: 'Deploy <b> & *go*? 🙂',
  fields: [field],
  submitLabel: 'Send',
};

/** Tests of dialogs. */
export function defineDialogs(define: Define, { open }: SuiteContext, limits: DialogLimits): void {
  /** A person presses a button, and the gateway opens a dialog. `outcome`: that of the submission. */
  async function openDialog(dialog: Omit<Dialog, 'handle'>, outcome: Outcome = ignored) {
    const { rig, host } = await open();
    await host.start();
    host.deliver = async (events) => await Promise.all(events.map((event) => answer(host.connection, dialog, event)));
    const answer = async (connection: Connection, shown: Omit<Dialog, 'handle'>, event: InboundEvent) => {
      if (event.kind !== 'press') return outcome;
      await connection.openDialog?.({ ...shown, handle: event.dialogHandle ?? '' });
      return ignored;
    };
    const posted = await host.connection.sendPrompt(numberedQuestion(rig.target, 2, { opensDialog: true }));
    await rig.press(1);
    const dialogs = dialogsOf(rig);
    await dialogIsOpen(dialogs);
    const press = host.stored[0] as PressEvent;
    const submissions = () => host.stored.filter((event): event is DialogEvent => event.kind === 'dialog');
    return { host, posted, press, dialogs, submissions };
  }

  define('opens a dialog in answer to a press, and delivers its submission with token, values and sender', async () => {
    const second = { ...field, id: 'args-2', label: 'Region', value: 'eu <1> 🙂', multiline: false, required: false };
    const fields = [field, second] as const;
    const { posted, press, dialogs, submissions } = await openDialog({ ...sample, fields });
    expect(press).toMatchObject({ kind: 'press', dialogHandle: expect.stringMatching(/./) });
    expect(dialogs.shown()).toEqual({
      title: sample.title,
      text: expect.stringContaining('Deploy <b> & *go*? 🙂'),
      fields: fields.map(({ label, value, multiline, required, maxLength }) => {
        return { label, value: value ?? '', multiline, required, maxLength };
      }),
    });
    await dialogs.submit(['Grüße 🙂 & <b>\n"two" lines', '']);
    await submitted(submissions, 1);
    expect(dialogs.shown()).toBeNull();
    const [submission] = submissions();
    expect(submission).toMatchObject({
      kind: 'dialog',
      token: TOKEN,
      values: { reason: 'Grüße 🙂 & <b>\n"two" lines', 'args-2': '' },
      sender: { id: press.sender.id },
    });
    expect(submission?.targets).toEqual(press.targets);
    if (submission?.messageId !== null) expect(posted.messageIds).toContain(submission?.messageId);
  });

  define('gives a submission that the platform sends again the same id', async () => {
    const { dialogs, submissions } = await openDialog(sample);
    await dialogs.submit(['once']);
    await submitted(submissions, 1);
    await dialogs.resend();
    await submitted(submissions, 2);
    expect(submissions()[1]).toEqual(submissions()[0]);
  });

  define('tells the person what is wrong with a submission, and takes a corrected one as another event', async () => {
    const refused: Outcome = { ...ignored, result: 'refused', errors: { reason: 'Write a reason.' } };
    const { dialogs, submissions } = await openDialog(sample, refused);
    await dialogs.submit(['no']);
    await told(dialogs, 'Write a reason.');
    if (dialogs.shown() === null) return;
    await dialogs.submit(['because']);
    await submitted(submissions, 2);
    const [first, second] = submissions();
    expect(second).toEqual({ ...first, id: second?.id, values: { reason: 'because' } });
    expect(second?.id).not.toBe(first?.id);
  });

  define('tells the person the notice of a submission', async () => {
    const { dialogs } = await openDialog(sample, { result: 'answered', notice: 'Recorded: <no>.', closedText: null });
    await dialogs.submit(['because']);
    await told(dialogs, 'Recorded: <no>.');
  });

  define('opens a dialog at every declared limit', async () => {
    const label = (place: number) => `${place} `.padEnd(limits.label, '中');
    // Three bytes each, so that limits in bytes are reached, too.
    const value = '中'.repeat(limits.value);
    const fields = Array.from({ length: limits.fields }, (_, place) => {
      return { ...field, id: `f${place}`.padEnd(32, '_'), label: label(place), value, maxLength: limits.value };
    });
    const { dialogs, submissions } = await openDialog({
      ...sample,
      title: 'T'.repeat(limits.title),
      text: '中'.repeat(DIALOG_TEXT_LENGTH),
      submitLabel: 'S'.repeat(limits.title),
      fields: fields as unknown as Dialog['fields'],
    });
    expect(dialogs.shown()).toMatchObject({ title: 'T'.repeat(limits.title), text: '中'.repeat(DIALOG_TEXT_LENGTH) });
    expect(dialogs.shown()?.fields.map((shown) => shown.label)).toEqual(fields.map((_, place) => label(place)));
    await dialogs.submit(fields.map(({ value: text }) => text));
    await submitted(submissions, 1);
    expect(submissions()[0]?.values).toEqual(Object.fromEntries(fields.map(({ id }) => [id, value])));
  });

  define('refuses to open a dialog for an unknown handle, with a PlatformError', async () => {
    const { host } = await open();
    const dialog = { ...sample, handle: '00000000-0000-4000-8000-000000000000' };
    expect(isPlatformError(await rejection(host.connection.openDialog?.(dialog) ?? Promise.resolve()))).toBe(true);
  });
}

function dialogsOf({ dialogs }: Rig): DialogRig {
  if (!dialogs) throw new Error('A rig of a platform with `capabilities.dialogs` needs `dialogs`.');
  return dialogs;
}

async function dialogIsOpen(dialogs: DialogRig): Promise<void> {
  await waitFor(
    () => dialogs.shown() !== null,
    () => ({
      expected: 'an open dialog after the press',
      got: 'none',
      cause: 'the press has no dialogHandle, or the adapter replies to the press before deliver has resolved',
    }),
  );
}

async function submitted(submissions: () => readonly DialogEvent[], count: number): Promise<void> {
  await waitFor(
    () => submissions().length === count,
    () => ({
      expected: `${count} submitted ${count === 1 ? 'dialog' : 'dialogs'} to be delivered`,
      got: inOneLine(submissions()),
      cause: 'the submission is not recognised as one, or the adapter drops a repeated one by itself',
    }),
  );
}

async function told(dialogs: DialogRig, text: string): Promise<void> {
  await waitFor(
    () => dialogs.told().some((known) => known.includes(text)),
    () => ({
      expected: `the person to be told “${text}”`,
      got: inOneLine(dialogs.told()),
      cause: 'the outcome of a submission (notice or errors) is not shown',
    }),
  );
}
