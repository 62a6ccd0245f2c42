import type { Question } from '../connection.js';

/** A question with `count` buttons whose tokens have the greatest length. */
export function numberedQuestion(target: string, count: number, { opensDialog = false } = {}): Question {
  return {
    target,
    texts: ['Shall we? Ünïcödé 🙂'],
    buttons: Array.from({ length: count }, (_, place) => ({
      label: `Choice ${place}`,
      token: `123456789.${place}.AbCdEfGh01234567`,
      opensDialog,
    })),
    media: null,
  };
}

/** A question with the buttons Yes and No, to be changed field by field. */
export function sampleQuestion(fields: Partial<Question> & Pick<Question, 'target'>): Question {
  return {
    texts: ['Deploy?'],
    buttons: [
      { label: 'Yes', token: 'p1.0.abcdef' },
      { label: 'No', token: 'p1.1.abcdef' },
    ],
    media: null,
    ...fields,
  };
}
