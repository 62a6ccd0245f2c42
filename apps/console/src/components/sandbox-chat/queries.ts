import { getSandbox, GatewayError, startSandbox, type SandboxState } from '@gateway/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.js';

/** What the bot changes in its messages afterwards is told by no event. */
const REFRESH_MS = 2000;

export const sandboxQuery = queryOptions({
  queryKey: ['sandbox'],
  queryFn: ({ signal }) => call(getSandbox, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? REFRESH_MS : false),
});

const TRIES = 5;

/** Starts the simulated platform with a channel of its own; a name that is taken gets a number. */
export async function openSandbox(): Promise<SandboxState> {
  for (let attempt = 1; ; attempt += 1) {
    const channel_id = attempt === 1 ? 'sandbox' : `sandbox-${attempt}`;
    try {
      return await call(startSandbox, { body: { channel_id, channel_type: 'PROMPT' } });
    } catch (error) {
      const isTaken = error instanceof GatewayError && error.code === 'channel_exists';
      if (!isTaken || attempt === TRIES) throw error;
    }
  }
}
