import type { Question } from '../connection.js';

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
