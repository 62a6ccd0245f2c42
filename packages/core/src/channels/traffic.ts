import { TRAFFIC_PERIOD_HOURS, TRAFFIC_PERIODS } from '@gateway/contract';
import type { ChannelRow } from '../ports/rows.js';

const HOUR_MS = 3_600_000;
/** The length of the periods in which traffic is counted. */
export const TRAFFIC_PERIOD_MS = TRAFFIC_PERIOD_HOURS * HOUR_MS;
/** How long the counts are kept: longer than they are shown. */
export const TRAFFIC_RETENTION_MS = 8 * 24 * HOUR_MS;

/** The begin of the period of a time. */
const periodAt = (now: number): Date => new Date(now - (now % TRAFFIC_PERIOD_MS));

/** The begin of the first period that is shown: a week, with the current period. */
export const firstPeriodAt = (now: number): Date =>
  new Date(periodAt(now).getTime() - (TRAFFIC_PERIODS - 1) * TRAFFIC_PERIOD_MS);

/** What traffic proved last, and when. `prompt`: the number of the prompt; null: it was about none. */
export interface TrafficProof {
  readonly at: Date;
  readonly prompt: number | null;
}

/** What traffic has proven of a channel since its credentials or its chat were last set; null: not proven. */
export interface TrafficProofs {
  readonly asked: TrafficProof | null;
  readonly answered: TrafficProof | null;
  readonly received: TrafficProof | null;
}

export function trafficProofs(channel: ChannelRow): TrafficProofs {
  const since = channel.credentialsSetBy ? Date.parse(channel.credentialsSetBy.at) : 0;
  const proof = (at: Date | null, prompt: number | null): TrafficProof | null =>
    at !== null && at.getTime() >= since ? { at, prompt } : null;
  return {
    asked: proof(channel.lastOutboundAt, channel.lastOutboundPrompt),
    // A key that sets the credentials can use a bot of its own, and report answers in the name of people.
    answered: channel.credentialsProven ? proof(channel.lastAnsweredAt, channel.lastAnsweredPrompt) : null,
    received: channel.credentialsProven ? proof(channel.lastInboundAt, null) : null,
  };
}
