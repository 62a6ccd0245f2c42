import type { ErrorBody, ErrorCode } from '../generated/contract.js';

/** An error response of the fake gateway. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: Omit<ErrorBody, 'code'> & { readonly code: ErrorCode | null },
  ) {
    super(body.detail);
  }
}

export function refusal(
  status: number,
  code: ErrorCode | null,
  detail: string,
  more: Partial<Omit<ErrorBody, 'code' | 'detail'>> = {},
): Refusal {
  return new Refusal(status, { detail, code, retryable: false, ...more });
}

/** A field of a request that does not fit. `message` continues a sentence whose subject is the path. */
export interface Issue {
  readonly path: (string | number)[];
  readonly message: string;
  readonly code: string;
}

export function invalid(issues: readonly Issue[], part = 'body'): Refusal {
  const sentences = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.length > 0 ? path.join('.') : `The ${part}`} ${message}`);
  const more = issues.length - sentences.length;
  return refusal(400, 'validation', `${sentences.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}.`, { issues });
}

/** A request that is valid in itself, with a field that names something which does not exist or fit. */
export function refusedField(field: string, code: ErrorCode, detail: string): Refusal {
  return refusal(400, code, detail, { issues: [{ path: [field], message: detail, code: 'custom' }] });
}

/** A mistake of the test, not of the agent. Not retryable: the agent's call ends with it. */
export function testMistake(detail: string): Refusal {
  return refusal(500, null, `fakeGateway: ${detail}`);
}
