import { describe, expect, it } from 'vitest';
import { draftReply } from '../../src/questions/replies/draft-reply.js';
import { readReply } from '../../src/questions/replies/read-reply.js';

const marks = ['?', '？', '؟', '՞', '፧', '‽', '⸮', '¿', '\u037e', '❓', '⁉️', '﹖'];
const options = { options: ['نعم', 'Yes', 'Ready?'], allowText: false, terms: null };

describe('a text with a question mark of any script', () => {
  it.each(marks)('is no choice, neither as a number nor as the words: %s', (mark) => {
    for (const said of [`2${mark}`, `Yes${mark}`, `نعم${mark}`, `${mark}Yes`])
      expect(readReply(options, said), said).toEqual({ kind: 'text' });
  });

  it.each(marks)('does not use changed arguments, and does not discard them: %s', (mark) => {
    expect([draftReply(`use these${mark}`), draftReply(`discard${mark}`)]).toEqual([null, null]);
  });

  it.each(marks)('is not told that there is no such choice: %s', (mark) => {
    expect(readReply(options, `9${mark}`)).toEqual({ kind: 'text' });
  });

  it('is the choice whose label asks, too', () => {
    expect(readReply(options, 'ready？')).toEqual({ kind: 'choice', place: 2, words: null });
  });
});
