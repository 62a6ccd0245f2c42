import { createClient, createLister, GatewayError, type ErrorBody } from '@gateway/contract';

/** The server could not be reached at all, or did not answer in time. */
export class Unreachable extends Error {
  constructor() {
    super('The gateway cannot be reached. Is it running, and is this browser online?');
    this.name = 'Unreachable';
  }
}

const TIMEOUT_MS = 30_000;

async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals), credentials: 'same-origin' });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Unreachable();
  }
}

const options = { baseUrl: location.origin, fetch: reach };

/** Calls a route of the contract with this browser's session. Throws `GatewayError` or `Unreachable`. */
export const call = createClient(options);
/** A page of a list with the cursor of the next. */
export const list = createLister(options);

/** What went wrong, in a sentence for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof GatewayError) return error.body.detail;
  if (error instanceof Error) return error.message;
  return 'Something failed that gave no reason.';
}

/** The server's remarks to single fields; none where it was something else. */
export function issuesOf(error: unknown): NonNullable<ErrorBody['issues']> {
  return error instanceof GatewayError ? (error.body.issues ?? []) : [];
}

/** Whether the session has ended: whoever sees this must sign in again. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof GatewayError && error.status === 401;
}
