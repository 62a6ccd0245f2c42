import type { ErrorBody } from '@gateway/contract';
import { createClient, createLister, foreignPage, GatewayError } from '@gateway/contract/values';
import { t } from './language/texts.js';

/** The server could not be reached, or did not respond within the timeout. */
export class Unreachable extends Error {
  constructor() {
    super(t.unreachable);
  }
}

const REQUEST_TIMEOUT_MS = 30_000;

async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals), credentials: 'same-origin' });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Unreachable();
  }
}

const options = { baseUrl: location.origin, fetch: fetchWithTimeout };

/** Calls a route of the contract with this browser's session. Throws `GatewayError` or `Unreachable`. */
export const call = createClient(options);
/** Fetches one page of a list with the cursor of the next. */
export const list = createLister(options);

/** The error as a sentence for the operator, with the request_id if there is one. */
export function reasonOf(error: unknown): string {
  if (error instanceof GatewayError) {
    const { detail, request_id } = error.body;
    return request_id === undefined ? detail : t.withRequestId(detail, request_id);
  }
  // A reply with a good status that is not JSON, such as the sign-in page of a proxy.
  if (error instanceof SyntaxError) return foreignPage(200);
  if (error instanceof Error) return error.message;
  return t.unknownError;
}

/** The server's validation issues by field; empty for other errors. */
export function issuesOf(error: unknown): NonNullable<ErrorBody['issues']> {
  return error instanceof GatewayError ? (error.body.issues ?? []) : [];
}

/** Whether the session may have ended, or its role may have changed. */
export function isDenied(error: unknown): boolean {
  return error instanceof GatewayError && (error.status === 401 || error.status === 403);
}
