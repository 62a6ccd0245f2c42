import type { Posted } from '@gateway/platform-kit';
import { refusalOf } from '../connections/platform-call.js';
import { promptFields } from '../base/log-fields.js';
import { ClaimLoop } from '../base/claim-loop.js';
import { pause, reasonOf } from '../base/loop.js';
import type { Attachment } from '../hosted-files/attachment.js';
import { isOverdue } from '../questions/prompt-state.js';
import type { PostRow, PromptRow } from '../ports/rows.js';
import {
  CLOSING_STOP_TIMEOUT_MS,
  isTransient,
  messagesLeft,
  POST_CLAIM_MS,
  recordPosted,
  retryTime,
} from './attempts.js';
import { FILE_IS_GONE, keepFile, needsFile, type KeptFile } from './kept-file.js';
import { makePost, type PostsOptions } from './make-post.js';

const SLOTS = 16;
const IDLE_MS = 5000;
/** Longest wait of the request that asks for the other chats, after the question is in the first one. */
const OTHER_CHATS_WAIT_MS = 3000;
/** Milliseconds before the next attempt. After the last one the post has failed. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;
const CLOSED_BEFORE = 'The question was closed before it was posted here.';
const MAY_BE_POSTED =
  'The question was closed before an attempt to post it here succeeded. It may have been posted: its buttons answer nothing.';
/** Files that wait for further attempts at the same time. */
const MAX_KEPT_FILES = 50;

/** A claimed post. `prompt`: as it was recorded with the post; absent: it was not. */
interface ClaimedPost {
  readonly post: PostRow;
  readonly prompt?: PromptRow;
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
  readonly #loop: ClaimLoop<ClaimedPost>;
  #filesKept = 0;
  readonly #stopping = new AbortController();

  constructor(options: PostsOptions) {
    this.#options = options;
    const { store, clock, log, platforms } = options;
    this.#loop = new ClaimLoop<ClaimedPost>({
      name: 'posts',
      clock,
      log,
      idleMs: IDLE_MS,
      slots: SLOTS,
      stopMs: CLOSING_STOP_TIMEOUT_MS,
      claim: async (limit) => {
        const now = clock.now();
        const posts = await store.posts.claim(new Date(now), new Date(now + POST_CLAIM_MS), limit, platforms.ids);
        return posts.map((post) => ({ post }));
      },
      work: ({ post, prompt }) => this.#post(post, null, prompt),
      nextDue: () => store.posts.nextDue(platforms.ids),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** A post is due. Those of other instances are found by polling. */
  wake(): void {
    this.#loop.wake();
  }

  /** Takes a slot for a note that is about to be inserted as claimed. Null: it waits for its turn. */
  reserve({ platform }: PromptRow): ReservedPost | null {
    const { clock, platforms } = this.#options;
    const end = platforms.ids.includes(platform) ? this.#loop.reserve() : null;
    return (
      end && {
        until: new Date(clock.now() + POST_CLAIM_MS),
        end: (note, prompt) => end(note && prompt && { post: note, prompt }),
      }
    );
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
    const work = attempt();
    this.#loop.beside(work);
    return work;
  }

  /** Waits for posts that end soon. An interrupted one is due again when its claim expires. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop.stop();
  }

  /**
   * Makes one attempt and records its result. Never rejects: what could not be recorded is due again when its claim expires.
   * `known`: the prompt as it was recorded with the post.
   */
  async #post(post: PostRow, attachment: Attachment | null, known?: PromptRow): Promise<void> {
    const { store, clock, log } = this.#options;
    try {
      const prompt = known ?? (await store.prompts.get(post.organizationId, post.promptNum));
      if (!prompt) return;
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
        posted = await makePost(this.#options, prompt, post, attachment);
      } catch (error) {
        const reason = refusalOf(error).detail;
        const left = post.kind === 'question' ? messagesLeft(error) : [];
        if (left.length > 0) await store.prompts.linkMessages({ ...prompt, channelId: post.channelId }, left);
        const wanted = isTransient(error) ? retryTime(RETRY_MS, post.postAttempts, clock.now(), error) : null;
        const file = attachment && wanted && this.#filesKept < MAX_KEPT_FILES ? await keepFile(attachment, post) : null;
        const retryAt = attachment && !file ? null : wanted;
        log.warn({ ...about, reason, retry_at: retryAt?.toISOString() ?? null }, 'A post about a prompt failed');
        // Only this instance has the file, so it keeps the claim.
        const dueAt = retryAt && file ? new Date(retryAt.getTime() + POST_CLAIM_MS) : retryAt;
        await store.posts.failed(post, reason, dueAt);
        if (retryAt && file) this.#retryWithFile(post, file, retryAt);
        else if (retryAt) this.#loop.wakeAt(retryAt.getTime());
        return;
      }
      log.info(about, 'A post about a prompt was made');
      await recordPosted(this.#options, posted, (message) => store.posts.posted(post, message));
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
    this.#filesKept += 1;
    this.#loop.beside(
      retry()
        .catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, 'A post about a prompt could not be repeated'),
        )
        .then(remove)
        .finally(() => (this.#filesKept -= 1)),
    );
  }
}
