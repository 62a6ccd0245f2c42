import { describe, expect, it } from 'vitest';
import { PlatformError, type InboundFile } from '@gateway/platform-kit';
import { ReceivedFiles, type ReceivedFilesOptions } from '../../src/hosted-files/received-files.js';
import { Refusal, type AnswerFile, type HeldAttachment } from '../../src/index.js';
import { promptOf } from '../rows.js';

const MB = 1_048_576;
const prompt = promptOf({ allowAttachments: true });

interface Given {
  /** Why a file cannot be written to the disk, by its name. */
  readonly unwritable?: Record<string, Error>;
  /** Why a file cannot be stored, by its name. */
  readonly unstorable?: Record<string, Error>;
}

/** Stored files and files on the disk, in memory. */
function receiving({ unwritable = {}, unstorable = {} }: Given = {}) {
  const stored = new Map<string, AnswerFile>();
  const onDisk = new Set<string>();
  const limits: number[] = [];
  const warnings: object[] = [];
  let count = 0;
  const options: ReceivedFilesOptions = {
    hostedFiles: {
      async receive(_, { filename, size, contentType }) {
        const problem = unstorable[filename];
        if (problem) throw problem;
        const tokenHash = `hash-${(count += 1)}`;
        const file = {
          name: filename,
          type: contentType,
          size,
          sha256: 'ab',
          url: `https://gate.example/${count}`,
          tokenHash,
        };
        stored.set(tokenHash, file);
        return file;
      },
      async discard(tokenHash) {
        stored.delete(tokenHash);
      },
    },
    async receivedFile(source, name, maxBytes): Promise<HeldAttachment> {
      const filename = name ?? 'file';
      limits.push(maxBytes);
      if (unwritable[filename]) throw unwritable[filename];
      let size = 0;
      for await (const bytes of source) size += bytes.length;
      onDisk.add(filename);
      const attachment = { kind: 'bytes', path: `/spool/${filename}`, filename, contentType: 'text/plain', size };
      return {
        attachment: attachment as HeldAttachment['attachment'],
        remove: async () => void onDisk.delete(filename),
      };
    },
    log: { debug() {}, info() {}, warn: (fields) => void warnings.push(fields), error() {} },
  };
  return { files: new ReceivedFiles(options), stored, onDisk, limits, warnings };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const file = (name: string | null, fields: Partial<InboundFile> = {}): InboundFile => ({
  name,
  size: null,
  read: async () => bytesOf('abc'),
  ...fields,
});
const namesIn = (result: Awaited<ReturnType<ReceivedFiles['receive']>>) =>
  'files' in result ? result.files.map(({ name }) => name) : result.problem;
const broken = (error: Error) => ({
  read: async () => {
    throw error;
  },
});

describe('the files of a reply', () => {
  it('are stored in the order in which they were sent', async () => {
    const { files, stored } = receiving();
    expect(namesIn(await files.receive(prompt, [file('b.txt'), file('a.txt')]))).toEqual(['b.txt', 'a.txt']);
    expect(stored.size).toBe(2);
  });

  it('are none where none was sent', async () => {
    const { files, stored } = receiving();
    expect(await files.receive(prompt, [])).toEqual({ files: [] });
    expect(stored.size).toBe(0);
  });

  it('leave nothing on the disk', async () => {
    const { files, onDisk } = receiving({ unstorable: { 'b.txt': new Error('no') } });
    await files.receive(prompt, [file('a.txt'), file('b.txt')]);
    expect([...onDisk]).toEqual([]);
  });

  it('may be five', async () => {
    const { files } = receiving();
    const five = Array.from({ length: 5 }, (_, index) => file(`${index}.txt`));
    expect(namesIn(await files.receive(prompt, five))).toHaveLength(5);
  });

  it('may not be six, and none of them is fetched then', async () => {
    const { files, limits } = receiving();
    const six = Array.from({ length: 6 }, (_, index) => file(`${index}.txt`));
    expect(namesIn(await files.receive(prompt, six))).toBe(
      'Nothing was recorded. An answer can have 5 files, and this one has 6.',
    );
    expect(limits).toEqual([]);
  });

  it('are discarded when the answer does not count', async () => {
    const { files, stored } = receiving();
    const result = await files.receive(prompt, [file('a.txt'), file('b.txt')]);
    if ('files' in result) await files.discard(result.files);
    expect(stored.size).toBe(0);
  });

  it('are all discarded when the last one cannot be stored', async () => {
    const { files, stored } = receiving({ unstorable: { 'c.txt': new Error('no') } });
    const result = await files.receive(prompt, [file('a.txt'), file('b.txt'), file('c.txt')]);
    expect(namesIn(result)).toContain('The file “c.txt” could not be stored');
    expect(stored.size).toBe(0);
  });

  it('after one that fails are not fetched', async () => {
    const { files, limits } = receiving({ unwritable: { 'a.txt': new Error('no') } });
    await files.receive(prompt, [file('a.txt'), file('b.txt')]);
    expect(limits).toHaveLength(1);
  });
});

describe('the size of a file in a reply', () => {
  const tooLarge = 'Nothing was recorded. The file “a.txt” is larger than 20 MB.';

  it('above 20 MB is refused before the file is fetched', async () => {
    const { files, limits } = receiving();
    expect(namesIn(await files.receive(prompt, [file('a.txt', { size: 20 * MB + 1 })]))).toBe(tooLarge);
    expect(limits).toEqual([]);
  });

  it('of exactly 20 MB is taken', async () => {
    const { files, limits } = receiving();
    expect(namesIn(await files.receive(prompt, [file('a.txt', { size: 20 * MB })]))).toEqual(['a.txt']);
    expect(limits).toEqual([20 * MB]);
  });

  it('is limited to 20 MB where the platform does not say it', async () => {
    const refusal = new Refusal('invalid', 'too large', null, { code: 'payload_too_large' });
    const { files, warnings } = receiving({ unwritable: { 'a.txt': refusal } });
    expect(namesIn(await files.receive(prompt, [file('a.txt', { size: null })]))).toBe(tooLarge);
    expect(warnings).toEqual([]);
  });

  it('of 0 bytes as the platform says does not prevent the fetch', async () => {
    const { files } = receiving();
    expect(namesIn(await files.receive(prompt, [file('a.txt', { size: 0 })]))).toEqual(['a.txt']);
  });
});

describe('the sentence about a file that could not be received', () => {
  it('says that the platform did not deliver it', async () => {
    const { files } = receiving();
    const result = await files.receive(prompt, [
      file('a.txt', broken(new PlatformError('unavailable', 'It is away.'))),
    ]);
    expect(namesIn(result)).toBe(
      'Nothing was recorded. The file “a.txt” could not be fetched: send it again, or answer without it.',
    );
  });

  it('has no name where the platform gives none', async () => {
    const { files } = receiving();
    expect(namesIn(await files.receive(prompt, [file(null, broken(new Error('no')))]))).toContain(
      'recorded. The file could not be fetched',
    );
  });

  it('has at most 100 characters of the name', async () => {
    const { files } = receiving();
    const name = 'x'.repeat(300);
    expect(namesIn(await files.receive(prompt, [file(name, broken(new Error('no')))]))).toContain(
      `“${'x'.repeat(100)}”`,
    );
  });

  it('shows a hidden character of the name as an escape', async () => {
    const { files } = receiving();
    const result = await files.receive(prompt, [file('a\u202Etxt.exe', broken(new Error('no')))]);
    expect(namesIn(result)).toContain(String.raw`a\u{202e}txt.exe`);
  });

  it('has nothing of an unknown error, which can contain a secret', async () => {
    const { files } = receiving();
    const result = await files.receive(prompt, [file('a.txt', broken(new Error('GET https://token@files.example')))]);
    expect(namesIn(result)).not.toContain('token');
  });

  it('is in the log with the explanation of the platform and without the text of the question', async () => {
    const { files, warnings } = receiving();
    await files.receive(prompt, [
      file('a.txt', broken(new PlatformError('auth', 'It refuses the token.', { hint: 'Give another.' }))),
    ]);
    expect(warnings).toEqual([expect.objectContaining({ reason: 'It refuses the token. Give another.' })]);
    expect(JSON.stringify(warnings)).not.toContain(prompt.text);
  });
});

describe('replies with files at the same time', () => {
  /** Files whose bytes come when `release` is called. */
  function waiting(count: number) {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const held = (name: string) => file(name, { read: async () => (await gate, bytesOf('abc')) });
    return { all: Array.from({ length: count }, (_, index) => held(`${index}.txt`)), release: () => release() };
  }

  it('are eight at most, and the ninth is asked to come again', async () => {
    const { files } = receiving();
    const { all, release } = waiting(8);
    const pending = all.map((each) => files.receive(prompt, [each]));
    expect(namesIn(await files.receive(prompt, [file('ninth.txt')]))).toBe(
      'Nothing was recorded. Many files arrive at the moment: send yours again in a minute.',
    );
    release();
    for (const result of await Promise.all(pending)) expect(namesIn(result)).toHaveLength(1);
  });

  it('do not keep a reply without files from being an answer', async () => {
    const { files } = receiving();
    const { all, release } = waiting(8);
    const pending = all.map((each) => files.receive(prompt, [each]));
    expect(await files.receive(prompt, [])).toEqual({ files: [] });
    release();
    await Promise.all(pending);
  });

  it.each([
    ['that were received', file('a.txt')],
    ['that failed', file('a.txt', broken(new Error('no')))],
    ['that were too large', file('a.txt', { size: 21 * MB })],
  ])('make room for more after those %s', async (_, each) => {
    const { files } = receiving();
    for (let times = 0; times < 9; times += 1) await files.receive(prompt, [each]);
    expect(namesIn(await files.receive(prompt, [file('b.txt')]))).toEqual(['b.txt']);
  });

  it('keep the eight of one gateway apart from the files of a single reply', async () => {
    const { files } = receiving();
    const { all, release } = waiting(5);
    const one = files.receive(prompt, all);
    expect(namesIn(await files.receive(prompt, [file('other.txt')]))).toEqual(['other.txt']);
    release();
    expect(namesIn(await one)).toHaveLength(5);
  });
});
