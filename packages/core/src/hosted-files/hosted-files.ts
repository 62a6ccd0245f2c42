import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Media, Platform } from '@gateway/platform-kit';
import { reasonOf } from '../base/loop.js';
import type { Attachment } from './attachment.js';
import { Refusal } from '../base/refusal.js';
import type { AnswerFile, PromptRow } from '../ports/rows.js';
import type { HostedFileRow } from '../ports/questions/hosted-file-store.js';
import { imageTypeOf, isInlineType, isPdf, nameFor, PDF, SIGNATURE_BYTES } from './image-type.js';
import { CHECK_MS } from './removal.js';
import type { Services } from '../ports/services.js';

/** Browsers can run what is in such files. */
const MARKUP = /^(?:application|text)\/xml$|\+xml$/;

export interface HostedFilesOptions extends Services {
  /** Public origin without trailing slash; null: no platform reaches the gateway. */
  readonly publicUrl: string | null;
  /** Limit of the sum of all files. */
  readonly maxHostedMb: number;
  /** Origin of the addresses of files for agents, without trailing slash: `publicUrl`, or where the gateway listens. */
  readonly ownUrl: string;
}

/** An attachment as it is passed to an adapter. */
export interface PassedMedia {
  readonly media: Media | null;
  /** Deletes the copy that the gateway hosts, if there is one. Never rejects. */
  discard(): Promise<void>;
}

/** A hosted file that somebody requests. */
export interface ServedFile {
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Whether browsers show it, instead of saving it. */
  readonly isInline: boolean;
  /** Its bytes, of which one chunk is in memory at a time. Throws when the file is deleted meanwhile. */
  read(): AsyncGenerator<Uint8Array>;
}

/** How long a file is kept, and when it is looked at. */
type Kept = Pick<HostedFileRow, 'checkAt' | 'endsAt' | 'ofAnswer'>;

interface StoredFile extends Pick<HostedFileRow, 'tokenHash' | 'name' | 'contentType'> {
  readonly token: string;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** Within this time after a file was received, its answer is recorded. */
const RECORD_MS = 3_600_000;

/** Bytes of a file in one row. */
const CHUNK_BYTES = 65_536;
/** 128 random bits, base64url. */
const TOKEN_BYTES = 16;
const tokenForm = /^[\w-]{22}$/;

/**
 * Hosts the files of prompts on platforms that take the address of an attachment, but no file, and those of answers for agents. A file
 * has a secret address and is in the database, so that every instance serves it.
 */
export class HostedFiles {
  readonly #options: HostedFilesOptions;

  constructor(options: HostedFilesOptions) {
    this.#options = options;
  }

  /** Refuses an attachment that the platform cannot show. `field` is the one that gave it. */
  check({ name, capabilities }: Platform, media: Media | null, field: string): void {
    if (media?.kind !== 'bytes' || capabilities.media.bytes) return;
    if (!capabilities.media.url)
      throw new Refusal('invalid', `${name} takes no files: give the attachment's address as media_url.`, field);
    if (this.#options.publicUrl === null)
      throw new Refusal(
        'invalid',
        `${name} takes no files, so the gateway must host this one, and has no public address: set PUBLIC_WEBHOOK_URL, or give a public address as media_url.`,
        field,
      );
  }

  /** An attachment in a form that the platform takes: a file that it does not take is hosted while the prompt is open. Throws a `Refusal`. */
  async pass({ capabilities }: Platform, prompt: PromptRow, media: Media | null): Promise<PassedMedia> {
    if (media?.kind !== 'bytes' || capabilities.media.bytes) return { media, discard: async () => {} };
    const checkAt = new Date(this.#options.clock.now() + CHECK_MS);
    const { token, tokenHash, name } = await this.#store(prompt, media, { checkAt, endsAt: null, ofAnswer: false });
    const url = addressOf(this.#options.publicUrl ?? '', token, name);
    return { media: { kind: 'url', url }, discard: () => this.discard(tokenHash) };
  }

  /**
   * Stores a file that came with an answer. It is deleted after an hour, unless the answer is recorded with it by then. Throws a
   * `Refusal`.
   */
  async receive(prompt: PromptRow, attachment: Attachment): Promise<AnswerFile> {
    const endsAt = new Date(this.#options.clock.now() + RECORD_MS);
    const kept = { checkAt: endsAt, endsAt, ofAnswer: true };
    const { token, tokenHash, name, contentType: type, sha256 } = await this.#store(prompt, attachment, kept);
    return { name, type, size: attachment.size, sha256, url: addressOf(this.#options.ownUrl, token, name), tokenHash };
  }

  /** Throws a `not_found` Refusal, which is the same for all reasons. */
  async open(token: string, name: string): Promise<ServedFile> {
    const { store, clock } = this.#options;
    const tokenHash = hashOf(token);
    const file = tokenForm.test(token) ? await store.hostedFiles.find(tokenHash, new Date(clock.now())) : null;
    if (file?.name !== name.normalize('NFC'))
      throw new Refusal('not_found', 'There is no such file, or its question was closed some days ago.');
    return this.#served(file);
  }

  /** The file of a prompt; null: none is hosted, or no longer. */
  async ofPrompt({ organizationId, num }: PromptRow): Promise<ServedFile | null> {
    const { store, clock } = this.#options;
    const file = await store.hostedFiles.ofPrompt(organizationId, num, new Date(clock.now()));
    return file && this.#served(file);
  }

  #served({ tokenHash, name, contentType, size }: HostedFileRow): ServedFile {
    const { store } = this.#options;
    async function* read() {
      for (let number = 0, sent = 0; sent < size; number += 1) {
        const bytes = await store.hostedFiles.chunk(tokenHash, number);
        if (bytes === null) throw new Error('The file was deleted while it was sent.');
        sent += bytes.length;
        yield bytes;
      }
    }
    return { name, contentType, size, isInline: isInlineType(contentType), read };
  }

  /** Stores a copy of the file at a new address. Throws a `Refusal`. */
  async #store(prompt: PromptRow, attachment: Attachment, kept: Kept): Promise<StoredFile> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = hashOf(token);
    try {
      return { token, tokenHash, ...(await this.#copy(tokenHash, prompt, attachment, kept)) };
    } catch (error) {
      await this.discard(tokenHash);
      if (error instanceof Refusal) throw error;
      this.#options.log.warn({ reason: reasonOf(error) }, 'An attachment could not be stored');
      throw new Refusal('unavailable', 'The attachment cannot be stored right now. Try again in a moment.');
    }
  }

  async #copy(
    tokenHash: string,
    prompt: PromptRow,
    { path, size, ...described }: Attachment,
    kept: Kept,
  ): Promise<Pick<StoredFile, 'name' | 'contentType' | 'sha256'>> {
    const { store, maxHostedMb } = this.#options;
    const handle = await open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
      const signature = buffer.subarray(0, bytesRead);
      const imageType = imageTypeOf(signature);
      const name = nameFor(described.filename, imageType);
      const isOther =
        isInlineType(described.contentType) ||
        MARKUP.test(described.contentType) ||
        (described.contentType === PDF && !isPdf(signature));
      const contentType = imageType ?? (isOther ? 'application/octet-stream' : described.contentType);
      const { organizationId, num: promptNum } = prompt;
      const file = { tokenHash, organizationId, promptNum, name, contentType, size, ...kept };
      if (!(await store.hostedFiles.add(file, maxHostedMb * 1024))) throw full(maxHostedMb);
      let number = 0;
      const digest = createHash('sha256');
      const source = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES, autoClose: false });
      for await (const bytes of source as AsyncIterable<Buffer>) {
        digest.update(bytes);
        await store.hostedFiles.append(tokenHash, number, bytes);
        number += 1;
      }
      return { name, contentType, sha256: digest.digest('hex') };
    } finally {
      await handle.close();
    }
  }

  /** Deletes a file. Never rejects. */
  async discard(tokenHash: string): Promise<void> {
    const { store, log } = this.#options;
    // A file that is left is deleted by the background pass.
    await store.hostedFiles.remove(tokenHash).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'A hosted file could not be deleted yet');
    });
  }
}

function full(maxHostedMb: number): Refusal {
  return new Refusal(
    'invalid',
    `The files that the gateway hosts would take more than ${maxHostedMb} MB (MAX_HOSTED_MEDIA_MB). Those of questions are deleted some days after these were closed, those of answers with their prompts: raise the setting, set a retention of prompts, or give the attachment's address as media_url.`,
    null,
    { code: 'media_storage_full' },
  );
}

function addressOf(origin: string, token: string, name: string): string {
  return `${origin}/media/${token}/${encodeURIComponent(name)}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
