import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { parseTextReply } from '../src/prompts/text-reply.js';

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
  ])('%j names prompt %i', (text, num, answer) => {
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
  ])('%j is ordinary text', (text) => {
    expect(parseTextReply(text)).toBeNull();
  });

  it('is read in linear time, whatever it holds', async () => {
    const source = readFileSync(new URL('../src/prompts/text-reply.ts', import.meta.url), 'utf8');
    const [, pattern = ''] = /const pattern = \/(.*)\/i;/.exec(source) ?? [];
    expect(pattern).not.toBe('');
    expect((await check(pattern, 'i')).status).toBe('safe');
  });
});
