import { TRAFFIC_PERIOD_HOURS, TRAFFIC_PERIODS } from '@gateway/contract/values';
import type { Channel } from './queries.js';

const PERIOD_MS = TRAFFIC_PERIOD_HOURS * 3_600_000;

export type Period = NonNullable<Channel['traffic']>[number];
export type TickState = 'fine' | 'some' | 'failed' | 'none';

export interface Tick extends Period {
  readonly until: string;
  readonly state: TickState;
}

/** The last week in periods of six hours, oldest first. Those that `traffic` leaves out had none. */
export function ticksOf(traffic: readonly Period[], now: number): Tick[] {
  const current = now - (now % PERIOD_MS);
  const periods = new Map(traffic.map((period) => [Date.parse(period.from), period]));
  return Array.from({ length: TRAFFIC_PERIODS }, (_, index) => {
    const at = current - (TRAFFIC_PERIODS - 1 - index) * PERIOD_MS;
    const period = periods.get(at) ?? {
      from: new Date(at).toISOString(),
      asked: 0,
      answered: 0,
      received: 0,
      refused: 0,
    };
    return { ...period, until: new Date(at + PERIOD_MS).toISOString(), state: stateOf(period) };
  });
}

function stateOf({ asked, answered, received, refused }: Period): TickState {
  if (refused > 0) return asked > 0 ? 'some' : 'failed';
  return asked + answered + received > 0 ? 'fine' : 'none';
}

/** Whether traffic has proven anything of a channel since its credentials or its chat were last set. */
export const isProven = ({ health: { proofs } }: Channel): boolean =>
  (proofs.asked ?? proofs.answered ?? proofs.received) !== null;
