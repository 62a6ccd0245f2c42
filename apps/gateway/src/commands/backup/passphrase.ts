import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { CommandError } from '../command.js';

/** The logarithm of scrypt's cost: 64 MB of memory for about a third of a second. */
const SCRYPT_LOG_COST = 16;
const MIN_LENGTH = 12;

/** The passphrase in a file, without the line break at its end. Throws `CommandError`. */
export async function passphraseIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The passphrase in ${file} cannot be read (${error.code}).`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < MIN_LENGTH)
    throw new CommandError(`The passphrase in ${file} must have at least ${MIN_LENGTH} characters.`);
  return passphrase;
}

/** Whether other users of the machine can read a file. Unknown on Windows: false. */
export async function isReadableByOthers(file: string): Promise<boolean> {
  return process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0;
}

/** Encrypts a stream in the format age: scrypt for the key, ChaCha20-Poly1305 for chunks of 64 kB. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(SCRYPT_LOG_COST);
  encrypter.setPassphrase(passphrase);
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)) as never);
}

export function isEncrypted(start: Uint8Array): boolean {
  return Buffer.from(start).toString('latin1').startsWith('age-encryption.org/');
}

/** Decrypts a stream. Rejects with `CommandError` if the passphrase is wrong; a damaged chunk fails when it is read. */
export async function decrypt(encrypted: Readable, passphrase: string, file: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(encrypted) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as never);
  } catch (error) {
    encrypted.destroy();
    throw (error as Error).message.includes('no identity matched')
      ? new CommandError(`The passphrase does not fit ${file}, or the first bytes of the file are damaged.`)
      : new CommandError(`${file} is damaged: its encryption header is not valid. Use another copy of the backup.`);
  }
}
