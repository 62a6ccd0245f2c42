import { describe, expect, it } from 'vitest';
import { layOut } from '../src/questions/layout.js';
import { splitText } from '../src/text/split.js';

const limits = {
  buttons: { max: 3, labelLength: 20, dataBytes: 64 },
  text: { max: 100, question: 60 },
  media: { url: true, bytes: true },
};
const prompt = {
  num: 7,
  text: 'Which?',
  options: ['Yes', 'No'],
  allowText: false,
  mediaUrl: null,
  nonce: 'AbCdEfGhIjKlMnOp',
  terms: null,
  consoleUrl: null,
};

describe('layOut', () => {
  it('returns text and labels unchanged when they fit', () => {
    expect(layOut(prompt, limits)).toEqual({
      allowsText: false,
      texts: ['Which?'],
      buttons: [
        { label: 'Yes', token: '7.0.AbCdEfGhIjKlMnOp' },
        { label: 'No', token: '7.1.AbCdEfGhIjKlMnOp' },
      ],
    });
  });

  it('lists labels that are too long for a button in the text and numbers the buttons', () => {
    const { texts, buttons } = layOut({ ...prompt, options: ['Yes', 'No, not before Monday'] }, limits);
    expect(texts).toEqual(['Which?\n\n1. Yes\n2. No, not before Monday']);
    expect(buttons.map(({ label }) => label)).toEqual(['1', '2']);
  });

  it('measures labels in the unit of the platform (characters or UTF-16)', () => {
    const asked = { ...prompt, options: ['🙂'.repeat(11), 'No'] };
    expect(layOut(asked, limits).buttons.map(({ label }) => label)).toEqual(asked.options);
    const counted = layOut(asked, { ...limits, buttons: { ...limits.buttons, labelUnit: 'utf16' } });
    expect(counted.texts).toEqual([`Which?\n\n1. ${asked.options[0]}\n2. No`]);
    expect(counted.buttons.map(({ label }) => label)).toEqual(['1', '2']);
  });

  it('adds how to answer by text', () => {
    expect(layOut({ ...prompt, allowText: true }, { ...limits, text: { max: 4096 } }).texts[0]).toContain(
      'ID:#7 your answer',
    );
  });

  it('says that a prompt without options and text takes no answer', () => {
    expect(layOut({ ...prompt, options: [] }, limits)).toEqual({
      allowsText: false,
      texts: ['Which?\n\nFor information: this takes no answer.'],
      buttons: [],
    });
  });

  it('adds the attachment as a link when the platform cannot fetch it', () => {
    const asked = { ...prompt, mediaUrl: 'https://pictures.example/cat.png' };
    expect(layOut(asked, { ...limits, media: { url: false, bytes: true } }).texts).toEqual([
      'Which?\n\nhttps://pictures.example/cat.png',
    ]);
    expect(layOut(asked, limits).texts).toEqual(['Which?']);
  });

  it('removes the password, sealed or not, from the link of an attachment', () => {
    for (const user of ['agent:correct-horse', 'sealed:v1.AbCd']) {
      const asked = { ...prompt, mediaUrl: `https://${user}@pictures.example/cat.png` };
      expect(layOut(asked, { ...limits, media: { url: false, bytes: true } }).texts).toEqual([
        'Which?\n\nhttps://pictures.example/cat.png',
      ]);
    }
  });

  it('limits the last message, which has the buttons, to the question length', () => {
    const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    const { texts } = layOut({ ...prompt, text: words }, limits);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join(' ')).toBe(words);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(texts.at(-1)?.length).toBeLessThanOrEqual(60);
  });

  it('keeps button tokens within 32 bytes for the largest number and the last option', () => {
    const options = Array.from({ length: 10 }, (_, index) => `Option ${index}`);
    const { buttons } = layOut({ ...prompt, num: 999_999_999, options }, limits);
    expect(Math.max(...buttons.map(({ token }) => Buffer.byteLength(token)))).toBeLessThanOrEqual(32);
  });
});

describe('splitText', () => {
  it('returns a text that fits as one part', () => {
    expect(splitText('x'.repeat(100), 100)).toEqual(['x'.repeat(100)]);
  });

  it('splits a text without spaces without losing or breaking a character', () => {
    const text = '🙂'.repeat(75);
    const parts = splitText(text, 101);
    expect(parts.join('')).toBe(text);
    for (const part of parts) expect([part.length <= 101, /\p{Surrogate}/u.test(part)]).toEqual([true, false]);
  });

  it('prefers line ends to spaces', () => {
    expect(splitText(`${'a '.repeat(40)}\n${'b '.repeat(30)}`, 100)[0]).toBe('a '.repeat(40).trimEnd());
  });
});
