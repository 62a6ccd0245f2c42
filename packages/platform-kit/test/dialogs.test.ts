import { describe, expect, it } from 'vitest';
import { createDialogReplies, type Dialog } from '../src/index.js';
import { rejection } from '../src/testing/index.js';

const dialog = (handle: string): Dialog => ({
  handle,
  token: 'd.1',
  title: 'Reject',
  text: null,
  fields: [{ id: 'reason', label: 'Why?', value: null, multiline: true, required: true, maxLength: 500 }],
  submitLabel: 'Send',
});

describe('createDialogReplies', () => {
  it('returns the dialog that was opened while its own press was handled', async () => {
    const replies = createDialogReplies();
    const [first, second] = await Promise.all([
      replies.handle(async (handle) => replies.open(dialog(handle))),
      replies.handle(async () => 'no dialog'),
    ]);
    expect(first.dialog).toMatchObject({ token: 'd.1' });
    expect(second).toEqual({ result: 'no dialog', dialog: null });
  });

  it('refuses a dialog for a press that was handled or failed', async () => {
    const replies = createDialogReplies();
    let used = '';
    await rejection(
      replies.handle(async (handle) => {
        used = handle;
        throw new Error('not stored');
      }),
    );
    expect(() => replies.open(dialog(used))).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
