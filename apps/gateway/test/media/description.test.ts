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
    ['is what the bytes show', jpeg, 'text/html', 'image/jpeg'],
    ['is what the bytes show where nothing is declared', jpeg, null, 'image/jpeg'],
    ['is what is declared where the bytes show nothing', 'a;b', 'text/csv', 'text/csv'],
    ['is what is declared in any case', 'a;b', 'TEXT/CSV', 'text/csv'],
    ['is not what a browser would run', '<script>alert(1)</script>', 'text/html', 'application/octet-stream'],
    [
      'is not what a browser would run in a picture',
      '<svg onload="alert(1)"/>',
      'image/svg+xml',
      'application/octet-stream',
    ],
    ['is not a text that cannot be a type', 'hello', 'image/png\r\nx: y', 'application/octet-stream'],
    ['is plain text for a text of which nothing is said', 'Grüße', 'text/plain', 'text/plain'],
    ['is plain text for a text of this machine', 'Grüße', null, 'text/plain'],
    ['is JPEG for bytes of which nothing is said', binary, 'text/plain', 'image/jpeg'],
    ['is unknown for bytes of this machine', binary, null, 'application/octet-stream'],
    [
      'is plain text although a character is cut by the end of the sample',
      'é'.repeat(3000).slice(0, 2047) + 'x' + 'é'.repeat(3000),
      null,
      'text/plain',
    ],
  ])('%s', async (_, bytes, declared, type) => {
    expect(await typeOf(bytes, declared)).toBe(type);
  });

  it('is JPEG for an upload of which nothing is said but the name of a picture', async () => {
    expect(await typeOf('no picture at all', 'text/plain', 'photo.jpg')).toBe('image/jpeg');
    expect(await typeOf('a text', 'text/plain', 'notes.txt')).toBe('text/plain');
    expect(await typeOf('a text', null, 'photo.jpg')).toBe('text/plain');
  });
});

describe('the name of a file', () => {
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
  ])('%j is shown as %j', (given, shown) => {
    expect(safeFilename(given)).toBe(shown);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(255);
  });
});
