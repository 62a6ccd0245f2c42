import type { InboundEvent, Probe } from '@gateway/platform-kit';
import type { Clock, Logger } from '../ports/system.js';
import type { TestEvidence } from '../ports/service/channel-store.js';
import type { Store } from '../ports/store.js';
import { reasonOf } from '../base/loop.js';
import type { ChannelRow } from '../ports/rows.js';
import type { Account } from './account.js';

/**
 * `ok`: the platform has accepted the account; `remark` says what it withholds, null: nothing. `unknown`: no problem and no evidence
 * that it works. `unreachable`: the platform has no address to send events to, so the account is failing until an event arrives.
 */
export type Report =
  | { readonly state: 'ok'; readonly remark: string | null }
  | { readonly state: 'unknown' }
  | { readonly state: 'failing' | 'unreachable'; readonly detail: string };

/** Records the health of accounts and their channels: one write per change, not per report. */
export class AccountHealth {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #last = new WeakMap<Account, Report>();
  /** Accounts that a call showed not to work, with the report before that; null: there was none. */
  readonly #beforeFailure = new WeakMap<Account, Report | null>();
  /** What is already recorded of rows as seen to work. The next reconciliation replaces the rows. */
  readonly #verified = new WeakMap<ChannelRow, Proof>();
  /** What became of the newest post of each channel: when that was known, and whether it failed and nothing has succeeded since. */
  readonly #lastPost = new Map<string, { readonly at: number; readonly failed: boolean }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  report(account: Account, report: Report): void {
    const last = this.#last.get(account);
    if (last?.state === report.state && problemOf(last) === problemOf(report) && remarkOf(last) === remarkOf(report))
      return;
    this.#last.set(account, report);
    const about = { platform: account.id.platform, channel_ids: account.channels.map(({ channelId }) => channelId) };
    const reason = problemOf(report);
    if (reason !== null) this.#log.warn({ ...about, reason }, 'Channels are failing');
    else if (last && report.state === 'ok') this.#log.info(about, 'Channels work again');
    const remark = remarkOf(report);
    if (remark !== null) this.#log.warn({ ...about, reason: remark }, 'Channels work with a restriction');
    this.#write(account.channels, report);
  }

  /** A call showed that the account does not work: the platform refused its credentials, or its adapter hangs. */
  callFailed(account: Account, detail: string): void {
    if (!this.#beforeFailure.has(account)) this.#beforeFailure.set(account, this.#last.get(account) ?? null);
    this.report(account, { state: 'failing', detail });
  }

  /** A call on a channel's chat succeeded. `isPost`: it posted there. */
  callSucceeded(account: Account, channel: ChannelRow, isPost: boolean): void {
    const before = this.#beforeFailure.get(account);
    if (this.#beforeFailure.delete(account))
      this.report(account, before?.state === 'unreachable' || before?.state === 'ok' ? before : accepted);
    // Where the platform reports failures later, an accepted post does not end the problem that it reported for the last one.
    this.#seen(channel, 'call', isPost && !account.platform.capabilities.deliveryReports);
  }

  /** The platform refused a post to a channel's chat for a reason that another attempt does not change. */
  postRefused(channel: ChannelRow, problem: string): void {
    this.#log.warn({ channel_id: channel.channelId, reason: problem }, 'A channel is failing: its chat refuses posts');
    this.#postFailed(channel, problem, this.#clock.now());
  }

  /** Verified events arrived from these chats; none: something else arrived that the platform signed. */
  eventsReceived(account: Account, events: readonly InboundEvent[]): void {
    if (this.#last.get(account)?.state === 'unreachable') this.report(account, accepted);
    for (const channel of account.channels) {
      // A message of the person can open the reply window that a post failed for. Elsewhere it does not show that the bot may post.
      if (events.some(({ targets }) => targets.includes(channel.targetChatId)))
        this.#seen(channel, 'event', account.platform.capabilities.deliveryReports === true);
    }
  }

  /** The platform reported at `at` what became of a post in a channel's chat; `problem` null: it arrived. Reports can be late. */
  deliveryReported(channel: ChannelRow, problem: string | null, at: number): void {
    if ((this.#lastPost.get(keyOf(channel))?.at ?? 0) > at) return;
    if (problem !== null) return this.#postFailed(channel, problem, at);
    this.#seen(channel, 'call', true);
    this.#lastPost.set(keyOf(channel), { at, failed: false });
  }

  /** Records the result of a channel's test. Resolves once it is stored. */
  recordProbe(channel: ChannelRow, { ok, problems, remarks = [] }: Probe): Promise<void> {
    this.#lastPost.delete(keyOf(channel));
    const problem = ok ? null : problems.join(' ') || 'The platform does not say why the test failed.';
    // What is withheld concerns channels that relay all messages; answers arrive.
    const remark = channel.channelType === 'MESSAGE' && remarks.length > 0 ? remarks.join(' ') : null;
    return this.#noteTest(channel, problem, { remark });
  }

  /** The platform has given the chat of a channel another id. Resolves once it is stored; a test or a change of the channel ends it. */
  targetMoved(channel: ChannelRow, to: string): Promise<void> {
    this.#log.warn({ channel_id: channel.channelId, to }, 'The chat of a channel has another id now');
    return this.#noteTest(
      channel,
      `The person or chat behind ${channel.targetChatId} is now ${to}; the old one may belong to somebody else. Set the target chat to ${to}.`,
    );
  }

  /** Applies the last report to channels that were added to the account since. */
  reapply(account: Account): void {
    const last = this.#last.get(account);
    if (!last) return;
    const others = account.channels.filter(
      (row) =>
        row.accountProblem !== problemOf(last) ||
        row.accountRemark !== remarkOf(last) ||
        (last.state === 'ok' && row.health === 'unknown' && isProvenBy(row, 'call')),
    );
    this.#write(others, last);
  }

  /** Records why no account can serve these channels. */
  cannotServe(channels: readonly ChannelRow[], detail: string): void {
    this.#write(
      channels.filter((channel) => channel.accountProblem !== detail),
      { state: 'failing', detail },
    );
  }

  flush(): Promise<void> {
    return this.#writing;
  }

  /** Something on a channel worked. `endsProblem`: it shows that posts arrive again. Writes only what changes the recorded health. */
  #seen(channel: ChannelRow, proof: Proof, endsProblem: boolean): void {
    const hasFailed = this.#lastPost.get(keyOf(channel))?.failed === true;
    const hasProblem = hasFailed || channel.testProblem !== null;
    if (hasProblem ? !endsProblem : channel.health !== 'unknown' || !isProvenBy(channel, proof)) return;
    const recorded = this.#verified.get(channel);
    // A failed post is newer than what was recorded before it.
    if (!hasFailed && (recorded === 'event' || recorded === proof)) return;
    this.#verified.set(channel, proof);
    this.#lastPost.delete(keyOf(channel));
    void this.#noteTest(channel, null, { wasReceived: proof === 'event' });
  }

  #postFailed(channel: ChannelRow, problem: string, at: number): void {
    this.#lastPost.set(keyOf(channel), { at, failed: true });
    this.#verified.delete(channel);
    void this.#noteTest(channel, problem);
  }

  #noteTest(channel: ChannelRow, problem: string | null, evidence: TestEvidence = {}): Promise<void> {
    return this.#next(() => this.#store.channels.noteTest(channel, problem, new Date(this.#clock.now()), evidence));
  }

  #write(channels: readonly ChannelRow[], report: Report): void {
    const [first] = channels;
    if (!first) return;
    const ids = channels.map((channel) => channel.channelId);
    const at = new Date(this.#clock.now());
    const account =
      'detail' in report
        ? ({ state: 'failing', detail: report.detail, at } as const)
        : ({ state: report.state, detail: null, remark: remarkOf(report), at } as const);
    void this.#next(() => this.#store.channels.setHealth(first.organizationId, ids, account));
  }

  #next(write: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing
      .then(write)
      .catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, "A channel's health could not be recorded"),
      );
    return this.#writing;
  }
}

const accepted: Report = { state: 'ok', remark: null };

function remarkOf(report: Report): string | null {
  return report.state === 'ok' ? report.remark : null;
}

function keyOf({ organizationId, channelId }: ChannelRow): string {
  return `${organizationId}/${channelId}`;
}

function problemOf(report: Report): string | null {
  return 'detail' in report ? report.detail : null;
}

/** How a channel was seen to work: by a call or its test, or by an event from its chat. */
type Proof = 'call' | 'event';

/** Whether this shows that a channel works. One that relays messages must have received one: calls do not show that any arrive. */
function isProvenBy({ channelType, lastInboundAt }: ChannelRow, proof: Proof): boolean {
  return proof === 'event' || channelType !== 'MESSAGE' || lastInboundAt !== null;
}
