import type { ReceiverDetail } from './queries.js';
import { duration } from '../../lib/time.js';

export const windows = [
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
] as const;

/** "2.5 %"; "–" without attempts. Never rounds a failure away. */
export function errorRate({ error_rate }: Pick<ReceiverDetail, 'error_rate'>): string {
  if (error_rate === null) return '–';
  const percent = error_rate * 100;
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${Math.round(percent * 10) / 10} %`;
}

export const milliseconds = (ms: number | null): string => (ms === null ? '–' : duration(ms));

/** Counts stop at 10,000. */
export const bounded = (count: number): string => (count >= 10_000 ? '10,000+' : count.toLocaleString('en'));
