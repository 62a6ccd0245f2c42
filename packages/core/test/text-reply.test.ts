import { describe, expect, it } from 'vitest';
import { parseNearMiss, parseTextReply } from '../src/questions/replies/text-reply.js';

describe('a text that names a prompt', () => {
  it.each([
    ['ID:#12 yes', 12, 'yes'],
    ['id:12 yes', 12, 'yes'],
    ['ID #12 yes', 12, 'yes'],
    ['Id-12 yes', 12, 'yes'],
    ['iD:#12yes', 12, 'yes'],
    ['  ID:#12   two words  ', 12, 'two words'],
    ['ID:#12\nfirst line\nsecond line', 12, 'first line\nsecond line'],
    ['@ops_bot ID:#12 yes', 12, 'yes'],
    ['ID:#0012 yes', 12, 'yes'],
    ['ID:#12', 12, ''],
    ['ID:#12 3 of them', 12, '3 of them'],
    ['ID:#99999999999999999999 yes', 0, 'yes'],
    ['ID:#0 yes', 0, 'yes'],
  ])('parseTextReply: %j names prompt %i', (text, num, answer) => {
    expect(parseTextReply(text)).toEqual({ num, text: answer });
  });

  it.each([
    'yes',
    'ID 12 yes',
    'ID: 12 yes',
    'ID:# 12 yes',
    'IDs-12',
    'my ID:#12',
    'ID#12 yes',
    'id',
    '',
    'ID:#',
    'VOID-12 x',
  ])('parseTextReply: %j is ordinary text', (text) => {
    expect(parseTextReply(text)).toBeNull();
  });

  it.each([
    ['ID: #12 yes', 12],
    ['ID 12 yes', 12],
    ['ID#12 yes', 12],
    ['id12 yes', 12],
    ['ID:##12 yes', 12],
    ['ID. 12 yes', 12],
    ['ID – 12: yes', 12],
    ['ID\u00a0#12 yes', 12],
    ['@ops_bot ID 12 yes', 12],
    ['ＩＤ：＃１２ yes', 12],
    ['ID:#１２ yes', 12],
    ['ID:＃12', 12],
    ['ID 99999999999999999999', 0],
    ['ID:#١٢ yes', 0],
  ])('parseNearMiss: %j names prompt %i in a wrong form', (text, num) => {
    expect(parseTextReply(text)).toBeNull();
    expect(parseNearMiss(text)?.num).toBe(num);
  });

  it.each([
    ['ID: #12 yes, 12 of them', 'yes, 12 of them'],
    ['ID – 12: ½ of it ', '½ of it'],
    ['ＩＤ：＃１２ ｙｅｓ', 'ｙｅｓ'],
    ['ID 12', ''],
  ])('parseNearMiss: %j has the answer %j', (text, answer) => {
    expect(parseNearMiss(text)).toEqual({ num: 12, text: answer });
  });

  it.each(['yes', 'idea: #1', 'ID:', 'my ID 12', 'IDs 12', 'ID card 12', 'ID          12', '#12 yes', ''])(
    'parseNearMiss: %j names no prompt',
    (text) => {
      expect(parseNearMiss(text)).toBeNull();
    },
  );
});
