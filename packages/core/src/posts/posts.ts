import { isPlatformError, type Posted } from '@gateway/platform-kit';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS, refusalOf } from '../connections/platform-call.js';
import { promptFields } from '../base/log-fields.js';
import { pause, reasonOf, startLoop, type Loop } from '../base/loop.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import type { Closings, ClosingOptions } from './closing.js';
import type { Attachment } from '../hosted-files/attachment.js';
import { isOverdue } from '../questions/prompt-state.js';
import { Refusal } from '../base/refusal.js';
import type { PostRow, PromptRow } from '../ports/rows.js';
import { FILE_IS_GONE, keepFile, needsFile, type KeptFile } from './kept-file.js';
import { sendPost } from './send-post.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import type { AccountRegistry } from '../connections/account-registry.js';

const SLOTS = 16;
const IDLE_MS = 5000;
/** Long enough for one platform call and its record. */
export const POST_CLAIM_MS = PLATFORM_CALL_LIMIT_MS + 20_000;
const STOP_TIMEOUT_MS = 5000;
/** Longest wait of the request that asks for the other chats, after the question is in the first one. */
const OTHER_CHATS_WAIT_MS = 3000;
/** Milliseconds before the next attempt. After the last one the post has failed. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;
const RECORD_ATTEMPTS = 6;
const RECORD_RETRY_MS = 500;
const CLOSED_BEFORE = 'The question was closed before it was posted here.';
const MAY_BE_POSTED =
  'The question was closed before an attempt to post it here succeeded. It may have been posted: its buttons answer nothing.';
/** Files that wait for further attempts at the same time. */
const MAX_KEPT_FILES = 50;

export interface PostsOptions extends ClosingOptions {
  readonly activity: ActivityTracker;
  readonly closings: Pick<Closings, 'wake'>;
  readonly hostedFiles: HostedFiles;
}

/** A slot for a note that is claimed with the vote that it is about. */
interface ReservedPost {
  readonly until: Date;
  /** Must be called once. Posts the note about this prompt; null: none was inserted as claimed. */
  end(note: PostRow | null, prompt: PromptRow | null): void;
}

/**
 * Posts further messages about prompts: the question in other chats, and notes about it. A message is recorded as due in the
 * transaction that causes it, so a crash or a rate limit only delays it.
 */
export class Posts {
  readonly #options: PostsOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #withFiles = new Set<Promise<void>>();
  /** First attempts, which the request that asks may not wait for. */
  readonly #first = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #reserved = 0;
  /** Whether a pass found no free slot. */
  #waitsForSlot = false;
  #accounts: AccountRegistry | null = null;
  #loop: Loop | null = null;

  constructor(options: PostsOptions) {
    this.#options = options;
  }

  start(accounts: AccountRegistry): void {
    const { clock, log } = this.#options;
    this.#accounts = accounts;
    this.#loop = startLoop({ name: 'posts', clock, log, idleMs: IDLE_MS, pass: () => this.#pass() });
  }

  /** A post is due. Those of other instances are found by polling. */
  wake(): void {
    this.#loop?.wake();
  }

  /** Takes a slot for a note that is about to be inserted as claimed. Null: it waits for its turn. */
  reserve({ platform }: PromptRow): ReservedPost | null {
    const { clock, platforms } = this.#options;
    if (!this.#accounts || this.#freeSlots <= 0 || !platforms.ids.includes(platform)) return null;
    this.#reserved += 1;
    return {
      until: new Date(clock.now() + POST_CLAIM_MS),
      end: (note, prompt) => {
        this.#reserved -= 1;
        if (note && prompt) this.#begin(this.#post(note, null, prompt), false);
        else if (this.#waitsForSlot) this.#loop?.wake();
      },
    };
  }

  /**
   * Posts the question in the other chats, and returns all these posts as they are after `OTHER_CHATS_WAIT_MS` at the latest. Attempts
   * that take longer go on, and those that failed may be tried again.
   */
  async postNow({ organizationId, num }: PromptRow, attachment: Attachment | null): Promise<PostRow[]> {
    const { store, clock } = this.#options;
    const until = new Date(clock.now() + POST_CLAIM_MS);
    const posts = await store.posts.take(organizationId, num, until);
    const over = new AbortController();
    await Promise.race([
      Promise.all(posts.map((post) => this.#attemptFirst(post, attachment))),
      pause(clock, OTHER_CHATS_WAIT_MS, over.signal),
    ]);
    over.abort();
    return await store.posts.of(organizationId, [num]);
  }

  /** The file is kept until the attempt has ended: the request removes its own. */
  #attemptFirst(post: PostRow, attachment: Attachment | null): Promise<void> {
    const attempt = async () => {
      const file = attachment && (await keepFile(attachment, post));
      await this.#post(post, file?.attachment ?? attachment);
      await file?.remove();
    };
    const work = attempt().finally(() => this.#first.delete(work));
    this.#first.add(work);
    return work;
  }

  /** Ends the loop, and waits for posts that end soon. An interrupted one is due again when its claim expires. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
    this.#stopping.abort();
    const over = new AbortController();
    await Promise.race([
      Promise.all([...this.#running, ...this.#withFiles, ...this.#first]),
      pause(this.#options.clock, STOP_TIMEOUT_MS, over.signal),
    ]);
    over.abort();
    this.#accounts = null;
  }

  async #pass(): Promise<number | null> {
    const { store, clock, platforms } = this.#options;
    const slots = this.#freeSlots;
    this.#waitsForSlot = slots <= 0;
    if (slots <= 0) return null;
    const until = new Date(clock.now() + POST_CLAIM_MS);
    const posts = await store.posts.claim(new Date(clock.now()), until, slots, platforms.ids);
    for (const post of posts) this.#begin(this.#post(post, null), true);
    return (await store.posts.nextDue(platforms.ids))?.getTime() ?? null;
  }

  get #freeSlots(): number {
    return SLOTS - this.#running.size - this.#reserved;
  }

  /** `isOfPass`: the next pass learns when the next post is due. */
  #begin(attempt: Promise<void>, isOfPass: boolean): void {
    const work = attempt.finally(() => {
      this.#running.delete(work);
      if (isOfPass || this.#waitsForSlot) this.#loop?.wake();
    });
    this.#running.add(work);
  }

  /**
   * Makes one attempt and records its result. Never rejects: what could not be recorded is due again when its claim expires.
   * `known`: the prompt as it was recorded with the post.
   */
  async #post(post: PostRow, attachment: Attachment | null, known?: PromptRow): Promise<void> {
    const { store, clock, log, closings } = this.#options;
    try {
      const prompt = known ?? (await store.prompts.get(post.organizationId, post.promptNum));
      if (!prompt || !this.#accounts) return;
      const about = { ...promptFields(prompt), channel_id: post.channelId, kind: post.kind };
      // What became of the answer is said afterwards.
      const isTooLate = prompt.state !== 'pending' || isOverdue(prompt, clock.now());
      if (isTooLate && post.kind !== 'late_note') {
        await store.posts.failed(post, post.postAttempts > 1 ? MAY_BE_POSTED : CLOSED_BEFORE, null);
        return;
      }
      if (attachment === null && needsFile(post, prompt)) {
        log.warn({ ...about, reason: FILE_IS_GONE }, 'A post about a prompt failed');
        await store.posts.failed(post, FILE_IS_GONE, null);
        return;
      }
      let posted: Posted;
      try {
        posted = await sendPost({ ...this.#options, accounts: this.#accounts }, prompt, post, attachment);
      } catch (error) {
        const reason = refusalOf(error).detail;
        const wanted = retryTime(error, post, clock.now());
        const file =
          attachment && wanted && this.#withFiles.size < MAX_KEPT_FILES ? await keepFile(attachment, post) : null;
        const retryAt = attachment && !file ? null : wanted;
        log.warn({ ...about, reason, retry_at: retryAt?.toISOString() ?? null }, 'A post about a prompt failed');
        // Only this instance has the file, so it keeps the claim.
        const dueAt = retryAt && file ? new Date(retryAt.getTime() + POST_CLAIM_MS) : retryAt;
        await store.posts.failed(post, reason, dueAt);
        if (retryAt && file) this.#retryWithFile(post, file, retryAt);
        // The loop does not know yet when it is due again.
        else if (retryAt) this.#loop?.wake();
        return;
      }
      log.info(about, 'A post about a prompt was made');
      const now = await this.#record(post, posted);
      if (now && now.state !== 'pending') closings.wake();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'A post about a prompt could not be recorded');
    }
  }

  #retryWithFile(post: PostRow, { attachment, remove }: KeptFile, at: Date): void {
    const { store, clock, log } = this.#options;
    const retry = async () => {
      await pause(clock, at.getTime() - clock.now(), this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      const claimed = await store.posts.again(post, new Date(clock.now() + POST_CLAIM_MS));
      if (claimed) await this.#post(claimed, attachment);
    };
    const work = retry()
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'A post about a prompt could not be repeated'))
      .then(remove)
      .finally(() => this.#withFiles.delete(work));
    this.#withFiles.add(work);
  }

  /** The message is already in the chat, so a short outage of the database is waited out. */
  async #record(post: PostRow, posted: Posted): Promise<PromptRow | null> {
    const { store, clock, addresses } = this.#options;
    const ref = mapAddresses(posted.ref, addresses.seal);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.posts.posted(post, { ...posted, ref });
      } catch (error) {
        if (attempt === RECORD_ATTEMPTS) throw error;
        await pause(clock, RECORD_RETRY_MS);
      }
    }
  }
}

/** When to attempt it again; null: it has failed. */
function retryTime(error: unknown, { postAttempts }: PostRow, now: number): Date | null {
  const isTransient = error instanceof Refusal ? error.kind === 'unavailable' : isWorthRetrying(error);
  const delay: number | undefined = RETRY_MS[postAttempts - 1];
  if (!isTransient || delay === undefined) return null;
  const atLeast = isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0;
  return new Date(now + Math.max(delay, atLeast));
}
