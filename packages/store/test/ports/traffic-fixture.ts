import type { ChannelActivity, ChannelTraffic } from '@gateway/core';
import { org } from './fixture.js';

export function newActivity(channelId: string, change: Partial<ChannelActivity>): ChannelActivity {
  return {
    organizationId: org,
    channelId,
    inboundAt: null,
    outboundAt: null,
    outboundPrompt: null,
    answeredAt: null,
    answeredPrompt: null,
    ...change,
  };
}

export function newTraffic(
  channelId: string,
  periodStart: Date,
  change: Partial<ChannelTraffic> = { asked: 1 },
): ChannelTraffic {
  return { organizationId: org, channelId, periodStart, asked: 0, answered: 0, received: 0, refused: 0, ...change };
}
