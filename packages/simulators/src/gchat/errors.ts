const STATUS = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const;

export type GchatErrorCode = keyof typeof STATUS;

/** An error in the format of Google's APIs. */
export class GchatError extends Error {
  constructor(
    readonly code: GchatErrorCode,
    message: string,
  ) {
    super(message);
  }

  get body(): object {
    return errorBody(this.code, this.message);
  }
}

export function errorBody(code: GchatErrorCode, message: string): object {
  return { error: { code, message, status: STATUS[code] } };
}
