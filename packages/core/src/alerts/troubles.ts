import { DEFAULT_ORGANIZATION } from '../access/principal.js';
import { refusingChannels, withAnswerProblems } from '../answers/answer-problems.js';
import type { Trouble } from '../ports/service/alert-store.js';
import type { Services } from '../ports/services.js';

/** The most problems of one kind that operators are told of at the same time. */
const MAX_TROUBLES = 20;
/** An API key is named so long before its end, unless it was made for a shorter time. */
const KEY_NOTICE_MS = 7 * 86_400_000;

/** The folder of the gateway's data, if it has little space; null: it has enough. */
export type LowDisk = () => Promise<{ readonly folder: string; readonly detail: string } | null>;

export interface TroublesOptions extends Pick<Services, 'store' | 'clock'> {
  readonly lowDisk: LowDisk;
}

/** The problems of the gateway that exist now, at most 20 of each kind. Six statements. */
export async function troublesNow(options: TroublesOptions): Promise<Trouble[]> {
  const found = await Promise.all([channels(options), receivers(options), keys(options), disk(options)]);
  return found.flat();
}

/** By the rule of the list of channels: a platform, a test or the choice of approvers makes a channel fail. */
async function channels({ store }: TroublesOptions): Promise<Trouble[]> {
  const refusing = await refusingChannels(store, DEFAULT_ORGANIZATION);
  const alsoFailing = refusing.map(({ stored }) => stored.channelId);
  const filter = { health: 'failing', alsoFailing } as const;
  const rows = await store.channels.list(DEFAULT_ORGANIZATION, filter, { limit: MAX_TROUBLES, before: null });
  const seen = await withAnswerProblems(store, DEFAULT_ORGANIZATION, rows);
  return seen.map(({ channelId, healthDetail }) => ({
    kind: 'channel_failing',
    subject: channelId,
    name: channelId,
    detail: healthDetail,
  }));
}

/** Those that are reported as failing to receivers of events, too. */
async function receivers({ store }: TroublesOptions): Promise<Trouble[]> {
  const failing = await store.deliveries.failingReceivers(DEFAULT_ORGANIZATION, MAX_TROUBLES);
  return failing
    .filter(({ reportedAt }) => reportedAt !== null)
    .map(({ destination, lastError }) => ({
      kind: 'receiver_failing',
      subject: destination,
      name: destination,
      detail: lastError,
    }));
}

async function keys({ store, clock }: TroublesOptions): Promise<Trouble[]> {
  const now = clock.now();
  const rows = await store.keys.ending(DEFAULT_ORGANIZATION, {
    after: new Date(now),
    before: new Date(now + KEY_NOTICE_MS),
    lifeMs: KEY_NOTICE_MS,
    limit: MAX_TROUBLES,
  });
  return rows.map(({ id, name, validUntil }) => ({
    kind: 'key_ending',
    subject: id,
    name,
    detail: validUntil?.toISOString() ?? null,
  }));
}

async function disk({ lowDisk }: TroublesOptions): Promise<Trouble[]> {
  const low = await lowDisk();
  return low ? [{ kind: 'disk_low', subject: low.folder, name: low.folder, detail: low.detail }] : [];
}
