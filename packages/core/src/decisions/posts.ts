import { isPlatformError, type Media, type Platform, type Posted } from '@gateway/platform-kit';
import type { ActivityTracker } from '../channels/activity-tracker.js';
import { checkReplyWindow } from '../channels/reply-window.js';
import { isWorthRetrying, PLATFORM_CALL_LIMIT_MS, refusalOf } from '../connections/platform-call.js';
import { promptFields } from '../log-fields.js';
import { pause, reasonOf, startLoop, type Loop } from '../loop.js';
import type { HostedFiles } from '../hosted-files/hosted-files.js';
import type { Closings, ClosingOptions } from '../prompts/closing.js';
import { layOut } from '../prompts/layout.js';
import { messageIdOf } from '../prompts/opening.js';
import { promptPostKey } from '../prompts/post-key.js';
import type { Attachment } from '../prompts/prompt-input.js';
import { isOverdue } from '../prompts/prompt-state.js';
import { Refusal } from '../refusal.js';
import type { ChannelRow, PostRow, PromptRow } from '../rows.js';
import { FILE_IS_GONE, fileIsElsewhere, keepFile, needsFile, type KeptFile } from './kept-file.js';
import { mapAddresses } from '../sealed-addresses/address-vault.js';
import type { AccountRegistry, ResolvedChannel } from '../connections/account-registry.js';

const SLOTS = 16;
const IDLE_MS = 5000;
/** Long enough for one platform call and its record. */
export const POST_CLAIM_MS = PLATFORM_CALL_LIMIT_MS + 20_000;
const STOP_TIMEOUT_MS = 5000;
/** Milliseconds before the next attempt. After the last one the post has failed. */
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000] as const;
const RECORD_ATTEMPTS = 6;
const RECORD_RETRY_MS = 500;
/** Files that wait for further attempts at the same time. */
const MAX_KEPT_FILES = 50;

export interface PostsOptions extends ClosingOptions {
  readonly activity: ActivityTracker;
  readonly closings: Pick<Closings, 'wake'>;
  readonly hostedFiles: HostedFiles;
}

/**
 * Posts further messages about prompts: the question in other chats, and notes about it. A message is recorded as due in the
 * transaction that causes it, so a crash or a rate limit only delays it.
 */
export class Posts {
  readonly #options: PostsOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #withFiles = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
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

  /** Posts the question in the other chats, and returns all these posts as they are then. Those that failed may be tried again. */
  async postNow({ organizationId, num }: PromptRow, attachment: Attachment | null): Promise<PostRow[]> {
    const { store, clock } = this.#options;
    const until = new Date(clock.now() + POST_CLAIM_MS);
    const posts = await store.posts.take(organizationId, num, until);
    await Promise.all(posts.map((post) => this.#post(post, attachment)));
    return await store.posts.of(organizationId, [num]);
  }

  /** Ends the loop, and waits for posts that end soon. An interrupted one is due again when its claim expires. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
    this.#stopping.abort();
    const over = new AbortController();
    await Promise.race([
      Promise.all([...this.#running, ...this.#withFiles]),
      pause(this.#options.clock, STOP_TIMEOUT_MS, over.signal),
    ]);
    over.abort();
    this.#accounts = null;
  }

  async #pass(): Promise<number | null> {
    const { store, clock, platforms } = this.#options;
    const slots = SLOTS - this.#running.size;
    if (slots <= 0) return null;
    const until = new Date(clock.now() + POST_CLAIM_MS);
    const posts = await store.posts.claim(new Date(clock.now()), until, slots, platforms.ids);
    for (const post of posts) {
      const work = this.#post(post, null).finally(() => {
        this.#running.delete(work);
        this.#loop?.wake();
      });
      this.#running.add(work);
    }
    return (await store.posts.nextDue(platforms.ids))?.getTime() ?? null;
  }

  /** Makes one attempt and records its result. Never rejects: what could not be recorded is due again when its claim expires. */
  async #post(post: PostRow, attachment: Attachment | null): Promise<void> {
    const { store, clock, log, closings } = this.#options;
    try {
      const prompt = await store.prompts.get(post.organizationId, post.promptNum);
      if (!prompt || !this.#accounts) return;
      const about = { ...promptFields(prompt), channel_id: post.channelId, kind: post.kind };
      if (prompt.state !== 'pending' || isOverdue(prompt, clock.now())) {
        await store.posts.failed(post, 'The question was closed before it was posted here.', null);
        return;
      }
      if (attachment === null && needsFile(post, prompt)) {
        log.warn({ ...about, reason: FILE_IS_GONE }, 'A post about a prompt failed');
        await store.posts.failed(post, FILE_IS_GONE, null);
        return;
      }
      let posted: Posted;
      try {
        posted = await send({ ...this.#options, accounts: this.#accounts }, prompt, post, attachment);
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

type SendOptions = PostsOptions & { readonly accounts: AccountRegistry };

async function send(
  options: SendOptions,
  prompt: PromptRow,
  post: PostRow,
  attachment: Attachment | null,
): Promise<Posted> {
  const { channels, accounts, activity, store, clock } = options;
  const channel = await channels.find(post.organizationId, post.channelId);
  if (!channel?.isActive) throw new Refusal('invalid', `Channel "${post.channelId}" is inactive.`);
  const resolved = await accounts.resolve(channel);
  const window = await checkReplyWindow(
    { store, clock },
    resolved.platform,
    channel,
    post.kind === 'note' ? 'message' : 'question',
  );
  if (window.template) throw onlyFirst(resolved.platform);
  const recipient = { channel, resolved, window };
  const posted =
    post.kind === 'note'
      ? await sendNote(options, prompt, post, recipient)
      : await sendQuestion(
          options,
          prompt,
          { post, media: attachment ?? mediaOf(options, prompt, resolved) },
          recipient,
        );
  activity.note(channel, 'outbound');
  return posted;
}

interface Recipient {
  readonly channel: ChannelRow;
  readonly resolved: ResolvedChannel;
  readonly window: { readonly outsideWindow?: true };
}

async function sendQuestion(
  { hostedFiles }: SendOptions,
  prompt: PromptRow,
  { post, media }: { readonly post: PostRow; readonly media: Media | null },
  { channel, resolved: { platform, call }, window }: Recipient,
): Promise<Posted> {
  const passed = await hostedFiles.pass(platform, prompt, media);
  // An escalation comes after the request that had the file.
  const text = prompt.terms?.hasFile && media === null ? `${prompt.text}\n\n${fileIsElsewhere}` : prompt.text;
  const question = {
    target: post.chatId,
    ...layOut({ ...prompt, text }, platform.capabilities),
    media: passed.media,
    ...window,
    idempotencyKey: promptPostKey(prompt, 'post', post.seq),
  };
  try {
    return await call((connection, signal) => connection.sendPrompt(question, signal), {
      action: 'post question',
      prompt,
      post: passed.media === null && post.chatId === channel.targetChatId ? 'plain' : 'special',
    });
  } catch (error) {
    await passed.discard();
    throw error;
  }
}

/** A note replies to the question in its chat. */
async function sendNote(
  { store }: SendOptions,
  prompt: PromptRow,
  { channelId, chatId, text, seq }: PostRow,
  { channel, resolved, window }: Recipient,
): Promise<Posted> {
  const posts = channelId === prompt.channelId ? [] : await store.posts.of(prompt.organizationId, [prompt.num]);
  const shown = posts.find((post) => post.channelId === channelId && post.messageId !== null);
  const replyTo = channelId === prompt.channelId ? messageIdOf(prompt) : (shown?.messageId ?? null);
  if (replyTo === null) throw new Refusal('invalid', `The question is not posted in channel "${channel.channelId}".`);
  const idempotencyKey = promptPostKey(prompt, 'post', seq);
  const note = { target: chatId, text: text ?? '', replyTo, ...window, idempotencyKey };
  return await resolved.call((connection, signal) => connection.sendMessage(note, signal), {
    action: 'post note',
    prompt,
    post: 'special',
  });
}

function mediaOf(
  { addresses }: Pick<PostsOptions, 'addresses'>,
  { mediaUrl, terms }: PromptRow,
  { platform }: ResolvedChannel,
): Media | null {
  // The address of a file that the gateway fetched itself is private.
  return mediaUrl !== null && !terms?.hasFile && platform.capabilities.media.url
    ? { kind: 'url', url: addresses.openOrStripped(mediaUrl) }
    : null;
}

function onlyFirst({ name }: Platform): Refusal {
  const detail = `The reply window of ${name} has closed, and a template announces a question in its first channel only: ask the person to send any message first.`;
  return new Refusal('invalid', detail, null, { code: 'window_closed' });
}

/** When to attempt it again; null: it has failed. */
function retryTime(error: unknown, { postAttempts }: PostRow, now: number): Date | null {
  const isTransient = error instanceof Refusal ? error.kind === 'unavailable' : isWorthRetrying(error);
  const delay: number | undefined = RETRY_MS[postAttempts - 1];
  if (!isTransient || delay === undefined) return null;
  const atLeast = isPlatformError(error) ? (error.retryAfterMs ?? 0) : 0;
  return new Date(now + Math.max(delay, atLeast));
}
