import type { StatisticsWindow } from '@gateway/contract';
import { seenChannels } from '../access/allowed-channels.js';
import type { Principal } from '../access/principal.js';
import type { Clock } from '../ports/system.js';
import type { Store } from '../ports/store.js';
import { cachedReports } from './cached-reports.js';
import { windowPeriods, type WindowPeriods } from './periods.js';
import type { PromptStatistics } from '../ports/service/prompt-statistics-store.js';

export interface PromptStatisticsReport extends PromptStatistics {
  readonly window: StatisticsWindow;
  readonly to: Date;
  readonly periods: WindowPeriods;
}

/** Cached statistics of the prompts that were created in the last day, week or month, of the channels that the principal sees. */
export function createPromptStatistics({ store, clock }: { store: Pick<Store, 'promptStatistics'>; clock: Clock }) {
  const cached = cachedReports<PromptStatisticsReport>(clock);

  /** `timeZone`: the canonical IANA name of the zone whose hours and days are counted. */
  return (principal: Principal, window: StatisticsWindow, timeZone = 'UTC'): Promise<PromptStatisticsReport> => {
    const { organizationId } = principal;
    const seen = seenChannels(principal);
    return cached(JSON.stringify([window, timeZone, organizationId, seen]), async () => {
      const now = clock.now();
      const periods = windowPeriods(now, window, timeZone);
      const statistics = await store.promptStatistics.read(organizationId, periods.slots, periods.before, seen);
      return { ...statistics, window, to: new Date(now), periods };
    });
  };
}
