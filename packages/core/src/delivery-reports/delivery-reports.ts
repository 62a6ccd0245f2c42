import type { DeliveryReport } from '@gateway/platform-kit';
import { expiredDelivery } from '../deliveries/events.js';
import { promptFields } from '../base/log-fields.js';
import { startLoop, type Loop } from '../base/loop.js';
import type { AccountId } from '../ports/system.js';
import type { ChannelRow } from '../ports/rows.js';
import type { PostReport, WaitingReport } from '../ports/questions/delivery-report-store.js';
import type { Services } from '../ports/services.js';

/** Reports in one transaction. */
const BATCH = 500;
/** A report can arrive before its post is recorded. It is tried again after these times, the last of which is longer than a post takes. */
const RETRY_MS = [1000, 5000, 45_000] as const;
/** Reports of an instance that ended are noticed within this time. */
const IDLE_MS = 30_000;
const UNNAMED_REMARK = 'It did not reach one of several people.';

/** Called with the channel of each report about a known post, and when the report arrived; `problem` null: the post arrived. */
export type OnReported = (channel: ChannelRow, problem: string | null, at: number) => void;

/** A report about a channel's posts: one message, or (with the id empty) all up to `sentUntil`. */
type ChannelReport = Pick<WaitingReport, 'channelId' | 'messageId' | 'sentUntil' | 'state' | 'problem' | 'receivedAt'>;

/** The bot account that a platform reports about, with its channels. */
interface ReportedAccount {
  readonly id: AccountId;
  readonly channels: readonly ChannelRow[];
}

interface Deps extends Services {
  /** Closes the messages of prompts that were not delivered. */
  readonly closings: { wake(): void };
}

/** Records what platforms report about posted messages. */
export class DeliveryReports {
  readonly #deps: Deps;
  readonly #loop: Loop;
  readonly #onReported: OnReported;

  constructor(deps: Deps, onReported: OnReported) {
    this.#deps = deps;
    this.#onReported = onReported;
    this.#loop = startLoop({ ...deps, name: 'delivery reports', idleMs: IDLE_MS, pass: () => this.#retry() });
  }

  /** Resolves when the reports are stored. Reports about chats without a channel are ignored. */
  async receive(account: ReportedAccount, reports: readonly DeliveryReport[]): Promise<void> {
    const { store, clock } = this.#deps;
    const { organizationId } = account.id;
    const receivedAt = new Date(clock.now());
    const given = reports.flatMap(({ targets, message, state, problem }): ChannelReport[] => {
      const [messageId, sentUntil] = 'id' in message ? [message.id, null] : ['', new Date(message.sentUntil)];
      const reason = state === 'partly_failed' ? (problem ?? UNNAMED_REMARK) : problem;
      return account.channels
        .filter(({ targetChatId }) => targets.includes(targetChatId))
        .map(({ channelId }) => ({ channelId, messageId, sentUntil, state, problem: reason, receivedAt }));
    });
    const known = await this.#apply(organizationId, given);
    for (const report of known.values()) {
      const channel = account.channels.find(({ channelId }) => channelId === report.channelId);
      if (channel) this.#tell(channel, report, receivedAt);
    }
    const unknown = given.filter(({ messageId }) => !known.has(messageId));
    const waiting = unknown.map((report) => waitingReport(organizationId, report, 1, receivedAt));
    await store.deliveryReports.wait(onePerKey(waiting));
    if (waiting.length > 0) this.#loop.wakeAt(clock.now() + RETRY_MS[0]);
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Applies reports about channels of one organization. Returns those about known posts by the platform's ids of these. */
  async #apply(organizationId: string, given: readonly ChannelReport[]): Promise<ReadonlyMap<string, PostReport>> {
    const { store, clock, log, closings } = this.#deps;
    const reports = await this.#perPost(organizationId, given);
    const all = new Map<string, PostReport>();
    for (let start = 0; start < reports.length; start += BATCH) {
      const batch = reports.slice(start, start + BATCH);
      const at = new Date(clock.now());
      const { known, prompts, messages } = await store.deliveryReports.apply(organizationId, batch, at, (prompt) =>
        expiredDelivery(prompt, 'undeliverable', at),
      );
      if (prompts.length > 0) closings.wake();
      for (const prompt of prompts)
        log.warn({ ...promptFields(prompt), reason: prompt.closedDetail }, 'A prompt was not delivered');
      for (const { id, channelId, failure } of messages)
        log.warn({ message_id: id, channel_id: channelId, reason: failure }, 'A message was not delivered');
      for (const report of known) {
        if (report.state === 'partly_failed') {
          const { channelId, messageId, problem: reason } = report;
          log.warn({ channel_id: channelId, post_id: messageId, reason }, 'A post did not reach one of several people');
          if (all.has(messageId)) continue;
        }
        all.set(report.messageId, report);
      }
    }
    return all;
  }

  /** A remark says nothing about the chat: others have the post. */
  #tell(channel: ChannelRow, { state, problem }: PostReport, at: Date): void {
    if (state !== 'partly_failed') this.#onReported(channel, problem, at.getTime());
  }

  /** One report per post: the furthest state, but the first of a success and a failure. All its remarks are another one. */
  async #perPost(organizationId: string, given: readonly ChannelReport[]): Promise<PostReport[]> {
    const posts = new Map<string, PostReport>();
    for (const { channelId, messageId: id, sentUntil, state, problem } of given) {
      const ids =
        sentUntil === null
          ? [id]
          : await this.#deps.store.deliveryReports.unreadUntil(organizationId, channelId, sentUntil);
      for (const messageId of ids) {
        const isRemark = state === 'partly_failed';
        const key = JSON.stringify([channelId, messageId, isRemark]);
        const earlier = posts.get(key);
        if (isRemark && earlier) {
          const lines = new Set([...(earlier.problem ?? '').split('\n'), problem]);
          posts.set(key, { ...earlier, problem: [...lines].join('\n') });
        } else if (!earlier || (earlier.state === 'delivered' && state === 'read'))
          posts.set(key, { channelId, messageId, state, problem });
      }
    }
    return [...posts.values()];
  }

  /** Tries the due reports again. Those that are still unknown at last are about posts of another program, or not stored. */
  async #retry(): Promise<number | null> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const soon = await store.deliveryReports.waiting(new Date(now + IDLE_MS), BATCH);
    const due = soon.filter(({ dueAt }) => dueAt.getTime() <= now);
    let next = soon[due.length]?.dueAt.getTime() ?? Infinity;
    for (const organizationId of new Set(due.map((report) => report.organizationId))) {
      const own = due
        .filter((report) => report.organizationId === organizationId)
        .toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
      const known = await this.#apply(organizationId, own);
      for (const report of known.values()) {
        const channel = await store.channels.get(organizationId, report.channelId);
        if (channel) this.#tell(channel, report, own.find(isAbout(report))?.receivedAt ?? new Date(now));
      }
      // A report about all posts until a time is tried once more only: a post before that time was about to be recorded.
      const isLeft = ({ messageId, sentUntil, tries }: WaitingReport) =>
        sentUntil === null && !known.has(messageId) && tries < RETRY_MS.length;
      const left = own
        .filter(isLeft)
        .map((report) => waitingReport(organizationId, report, report.tries + 1, new Date(now)));
      await store.deliveryReports.wait(left);
      await store.deliveryReports.removeWaiting(own.filter((report) => !isLeft(report)));
      next = Math.min(next, ...left.map(({ dueAt }) => dueAt.getTime()));
    }
    if (due.length === BATCH) return now;
    return Number.isFinite(next) ? next : null;
  }
}

const isAbout =
  ({ channelId, messageId }: PostReport) =>
  (report: WaitingReport): boolean =>
    report.channelId === channelId && report.messageId === messageId;

/** The report for its next try; `tries` counts from 1. */
function waitingReport(organizationId: string, report: ChannelReport, tries: number, at: Date): WaitingReport {
  return { ...report, organizationId, tries, dueAt: new Date(at.getTime() + (RETRY_MS[tries - 1] ?? 0)) };
}

/** The last one of each report that the store would keep only once. */
function onePerKey(reports: readonly WaitingReport[]): WaitingReport[] {
  return [
    ...new Map(
      reports.map((report) => [JSON.stringify([report.channelId, report.messageId, report.state]), report]),
    ).values(),
  ];
}
