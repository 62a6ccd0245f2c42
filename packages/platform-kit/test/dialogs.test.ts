import { describe, expect, it } from 'vitest';
import { createDialogReplies, type Dialog } from '../src/index.js';

const dialog = (handle: string): Dialog => ({
  handle,
  token: 'd.1',
  title: 'Reject',
  text: null,
  fields: [{ id: 'reason', label: 'Why?', value: null, multiline: true, required: true, maxLength: 500 }],
  submitLabel: 'Send',
});

describe('createDialogReplies', () => {
  it('returns the dialog that was opened while its own press was handled, once', () => {
    const replies = createDialogReplies();
    const [first, second] = [replies.begin(), replies.begin()];
    replies.open(dialog(first));
    expect(replies.end(second)).toBeNull();
    expect(replies.end(first)).toMatchObject({ token: 'd.1' });
    expect(replies.end(first)).toBeNull();
  });

  it('refuses a dialog for a press that was handled', () => {
    const replies = createDialogReplies();
    const handle = replies.begin();
    replies.end(handle);
    expect(() => replies.open(dialog(handle))).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
