import type { PromptRow } from '../rows.js';

/** An attachment of a prompt, or of its answer, that the gateway serves. Its bytes are stored in chunks. */
export interface HostedFileRow {
  /** SHA-256 of the token in its address. */
  readonly tokenHash: string;
  readonly organizationId: string;
  readonly promptNum: number;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** When the background pass next looks whether the prompt is closed, or deletes the file. */
  readonly checkAt: Date;
  /** Until when it is served; null: the prompt was open when it was last looked at. */
  readonly endsAt: Date | null;
  /** Whether it came with the answer: then it exists as long as the prompt. */
  readonly ofAnswer: boolean;
}

export type NewHostedFile = HostedFileRow;

/** A file that the background pass must look at, with the state of its prompt; null: the prompt does not exist any more. */
export interface DueFile extends Pick<HostedFileRow, 'tokenHash' | 'endsAt' | 'ofAnswer'> {
  readonly promptState: PromptRow['state'] | null;
}

export interface HostedFileStore {
  /** Records a file and adds its size to the sum of the organization. False: the sum would be larger than `maxKb`, and nothing is changed. */
  add(file: NewHostedFile, maxKb: number): Promise<boolean>;
  /** Stores the next bytes of a file. `number` counts from 0. */
  append(tokenHash: string, number: number, bytes: Uint8Array): Promise<void>;
  /** Null: there is no such file, or it is no longer served at `now`. */
  find(tokenHash: string, now: Date): Promise<HostedFileRow | null>;
  /** The first file of a question that is served at `now`. */
  ofPrompt(organizationId: string, promptNum: number, now: Date): Promise<HostedFileRow | null>;
  /** Null: there is none with this number. */
  chunk(tokenHash: string, number: number): Promise<Uint8Array | null>;
  /** Up to `limit` files whose `checkAt` has passed. */
  due(now: Date, limit: number): Promise<DueFile[]>;
  reschedule(tokenHashes: readonly string[], times: Pick<HostedFileRow, 'checkAt' | 'endsAt'>): Promise<void>;
  /** Deletes a file in several statements, and subtracts its size from the sum. Instances may delete the same file concurrently. */
  remove(tokenHash: string): Promise<void>;
}
