import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contentTypeOf, safeFilename } from '../../src/media/description.js';

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const binary = Buffer.from('00ff00fe0102fffe', 'hex');

async function typeOf(bytes: string | Uint8Array, declared: string | null, name?: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-type-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'file'), bytes);
  return await contentTypeOf(path.join(folder, 'file'), declared, name);
}

describe('the content type of a file', () => {
  it.each([
    ['is detected from the bytes', jpeg, 'text/html', 'image/jpeg'],
    ['is detected from the bytes when none is declared', jpeg, null, 'image/jpeg'],
    ['is the declared one when the bytes show none', 'a;b', 'text/csv', 'text/csv'],
    ['is the declared one in lower case', 'a;b', 'TEXT/CSV', 'text/csv'],
    ['is not one that a browser would run', '<script>alert(1)</script>', 'text/html', 'application/octet-stream'],
    [
      'is not an image type that can run scripts',
      '<svg onload="alert(1)"/>',
      'image/svg+xml',
      'application/octet-stream',
    ],
    ['is not an invalid declared type', 'hello', 'image/png\r\nx: y', 'application/octet-stream'],
    ['is plain text for text declared as text/plain', 'Grüße', 'text/plain', 'text/plain'],
    ['is plain text for undeclared text', 'Grüße', null, 'text/plain'],
    ['is JPEG for binary data declared as text/plain', binary, 'text/plain', 'image/jpeg'],
    ['is unknown for undeclared binary data', binary, null, 'application/octet-stream'],
    [
      'is plain text when the sample ends within a character',
      'é'.repeat(3000).slice(0, 2047) + 'x' + 'é'.repeat(3000),
      null,
      'text/plain',
    ],
  ])('%s', async (_, bytes, declared, type) => {
    expect(await typeOf(bytes, declared)).toBe(type);
  });

  it('is JPEG for an upload declared as text/plain with the name of an image', async () => {
    expect(await typeOf('no picture at all', 'text/plain', 'photo.jpg')).toBe('image/jpeg');
    expect(await typeOf('a text', 'text/plain', 'notes.txt')).toBe('text/plain');
    expect(await typeOf('a text', null, 'photo.jpg')).toBe('text/plain');
  });
});

describe('the displayed name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a/', 'file'],
    ['..', 'file'],
    ['', 'file'],
    ['a\r\nb\0c\u009f.txt', 'abc.txt'],
    ['\u202egpj.exe', 'gpj.exe'],
    [' spaced .txt ', 'spaced .txt'],
    ['семь.txt', 'семь.txt'],
    [`${'a'.repeat(300)}.jpeg`, `${'a'.repeat(250)}.jpeg`],
    ['🙂'.repeat(100), '🙂'.repeat(63)],
  ])('%j is %j', (given, shown) => {
    expect(safeFilename(given)).toBe(shown);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
  });
});
