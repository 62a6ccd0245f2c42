import { formatNumber, formatShare } from '../../lib/language/locale.js';
import { duration } from '../../lib/time/time.js';
import type { ReceiverDetail } from './queries.js';
import { t } from './texts.js';

export const windows = (['1h', '24h', '7d'] as const).map((value) => ({ value, label: t.windows[value] }));

/** "2.5%"; "–" without attempts. Never rounds a failure away. */
export function errorRate({ error_rate }: Pick<ReceiverDetail, 'error_rate'>): string {
  if (error_rate === null) return '–';
  return error_rate > 0 && error_rate < 0.001 ? `< ${formatShare(0.001)}` : formatShare(error_rate);
}

export const milliseconds = (ms: number | null): string => (ms === null ? '–' : duration(ms));

/** The most that a count says. */
const MOST = 10_000;

export const bounded = (count: number): string => (count >= MOST ? `${formatNumber(MOST)}+` : formatNumber(count));
