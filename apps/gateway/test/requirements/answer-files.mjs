import { rowsOf } from './row.mjs';

/** Files in answers. */
export const answerFiles = rowsOf('Attachments in answers', {
  'With `allow_attachments`, photos, files and voice messages of a reply are `answer.attachments`, with or without a text':
    [
      './answer-files/answers: a photo and a text are one answer, with the bytes, in record, callback and event',
      './answer-files/answers: a file without a text is an answer with an empty value',
    ],
  'It needs `allow_text`': ['./answer-files/answers: needs allow_text'],
  '20 MB and 5 an answer': [
    './answer-files/answers: larger than 20 MB are refused with a sentence, and the question stays open',
    './answer-files/answers: are measured by their bytes, not by the size that the platform claims',
    './answer-files/answers: of one message are one answer, in order, and more than five are refused',
  ],
  'Types by content, not by name': [
    './answer-files/answers: have the type of their bytes, not that of their name or of the platform',
  ],
  'The address works until retention': ['./answer-files/answers: are served until retention deletes the question'],
});
