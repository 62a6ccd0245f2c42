/** An error of the Web API: HTTP 200 with `ok: false`, unless `status` is given. */
export class SlackError extends Error {
  constructor(
    readonly code: string,
    readonly extra: {
      status?: number;
      /** Seconds. */
      retryAfter?: number;
      needed?: string;
      provided?: string;
      /** Explanations of a rejected argument. */
      messages?: string[];
    } = {},
  ) {
    super(code);
  }
}

export const invalidBlocks = (reason: string, pointer: string) =>
  new SlackError('invalid_blocks', { messages: [`[ERROR] ${reason} [json-pointer:${pointer}]`] });

export const invalidArguments = (reason: string, pointer: string) =>
  new SlackError('invalid_arguments', { messages: [`[ERROR] ${reason} [json-pointer:${pointer}]`] });

export const rateLimited = (seconds: number) => new SlackError('ratelimited', { status: 429, retryAfter: seconds });

/** The answer's body. */
export function errorBody({ code, extra: { needed, provided, messages } }: SlackError): object {
  return {
    ok: false,
    error: code,
    ...(needed !== undefined && { needed, provided }),
    ...(messages && { response_metadata: { messages } }),
  };
}
