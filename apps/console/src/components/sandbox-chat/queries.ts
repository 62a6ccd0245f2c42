import type { SandboxState } from '@gateway/contract';
import { getSandbox, GatewayError, startSandbox } from '@gateway/contract/values';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

/** Polled, because no event reports that the bot edited a message. */
const REFRESH_MS = 2000;

export const sandboxQuery = queryOptions({
  queryKey: ['sandbox'],
  queryFn: ({ signal }) => call(getSandbox, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? REFRESH_MS : false),
});

const MAX_ATTEMPTS = 5;

/** Starts the simulated platform with a new channel. An id that is taken gets a numeric suffix. */
export async function openSandbox(): Promise<SandboxState> {
  for (let attempt = 1; ; attempt += 1) {
    const channel_id = attempt === 1 ? 'sandbox' : `sandbox-${attempt}`;
    try {
      return await call(startSandbox, { body: { channel_id, channel_type: 'PROMPT' } });
    } catch (error) {
      const isTaken = error instanceof GatewayError && error.code === 'channel_exists';
      if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
