import type { StatisticsWindow } from '@gateway/contract';
import { seenChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import { refusingChannels, type RefusingChannel } from '../answers/answer-problems.js';
import type { Store } from '../ports/store.js';
import { cachedReports } from './cached-reports.js';
import { windowPeriods, type WindowPeriods } from './periods.js';
import type { StatisticsBucket, WindowStatistics } from '../ports/service/window-statistics-store.js';

export interface StatisticsReport extends WindowStatistics {
  readonly window: StatisticsWindow;
  readonly from: Date;
  readonly to: Date;
  /** The time of `callbacksBefore`. */
  readonly before: WindowPeriods['before'];
  /** Without gaps, oldest first. The last bucket includes the current time. */
  readonly buckets: readonly (StatisticsBucket & { readonly from: Date })[];
}

/** Channels in the report, of those that are failing. */
const MAX_TROUBLED = 10;

/** Cached statistics of the channels that the principal sees, for the last day, week or month. */
export function createWindowStatistics({
  store,
  clock,
}: {
  store: Pick<Store, 'windowStatistics' | 'channels' | 'people' | 'policies'>;
  clock: Clock;
}) {
  const cached = cachedReports<StatisticsReport>(clock);

  async function count(
    organizationId: string,
    channels: readonly string[] | null,
    window: StatisticsWindow,
    timeZone: string,
  ): Promise<StatisticsReport> {
    const now = new Date(clock.now());
    const { slots, before } = windowPeriods(now.getTime(), window, timeZone);
    const [statistics, all] = await Promise.all([
      store.windowStatistics.read(organizationId, slots, before, channels),
      refusingChannels(store, organizationId),
    ]);
    const refusing = all.filter(({ stored }) => channels === null || channels.includes(stored.channelId));
    const buckets = statistics.buckets.map((bucket, place) => ({ from: slots[place]?.from ?? now, ...bucket }));
    return {
      ...statistics,
      channels: withRefusing(statistics.channels, refusing),
      window,
      from: slots[0]?.from ?? now,
      to: now,
      before,
      buckets,
    };
  }

  /** `timeZone`: the canonical IANA name of the zone whose hours and days are counted. */
  return (principal: Principal, window: StatisticsWindow, timeZone = 'UTC'): Promise<StatisticsReport> => {
    const { organizationId } = principal;
    const seen = seenChannels(principal);
    return cached(JSON.stringify([window, timeZone, organizationId, seen]), () =>
      count(organizationId, seen, window, timeZone),
    );
  };
}

/** Counts the channels that refuse every prompt as failing. */
function withRefusing(
  channels: WindowStatistics['channels'],
  refusing: readonly RefusingChannel[],
): WindowStatistics['channels'] {
  const wereStoredAs = (health: string) => refusing.filter(({ stored }) => stored.health === health).length;
  const ids = new Set(refusing.map(({ stored }) => stored.channelId));
  const others = channels.troubled.filter(({ channelId }) => !ids.has(channelId));
  return {
    ...channels,
    failing: channels.failing + refusing.length - wereStoredAs('failing'),
    unverified: channels.unverified - wereStoredAs('unknown'),
    troubled: [...refusing.map(({ seen }) => seen), ...others].slice(0, MAX_TROUBLED),
  };
}
