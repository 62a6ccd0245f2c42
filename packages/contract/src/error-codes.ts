/** What a code of the error body says. */
interface ErrorCodeFacts {
  /** The same request may succeed later; its `Idempotency-Key` is free. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly action: string;
}

/**
 * The one table of error codes: the OpenAPI document, `docs/errors.md` and the types come from it. No schema reads it, so that a page
 * in a browser need not load its texts.
 */
export const errorCodes = {
  validation: {
    retryable: false,
    meaning: 'The request is not valid: its path, query, headers or body.',
    action: 'Correct what `detail` and `issues` name.',
  },
  unauthenticated: {
    retryable: false,
    meaning: 'The API key, session, token or signature is missing or not valid.',
    action: 'Send a valid `X-API-Key`, or sign in again.',
  },
  forbidden: {
    retryable: false,
    meaning: 'The caller is known and may not do this.',
    action: 'Use a key with the scope that `detail` names.',
  },
  not_found: {
    retryable: false,
    meaning: 'Nothing has this id or address.',
    action: 'Check the id. Records may have been removed by the retention settings.',
  },
  method_not_allowed: {
    retryable: false,
    meaning: 'The address does not take this method.',
    action: 'Use a method of the `Allow` header.',
  },
  conflict: {
    retryable: false,
    meaning: 'The request contradicts the present state.',
    action: 'Read the record again, then decide.',
  },
  channel_exists: {
    retryable: false,
    meaning: 'The `channel_id` is taken, perhaps by an inactive channel.',
    action: 'Use the channel, change it with PATCH, or choose another id.',
  },
  channel_not_found: {
    retryable: false,
    meaning: 'There is no channel with this `channel_id`.',
    action: 'List the channels with `GET /v1/channels`, or register it with `POST /v1/channels/new`.',
  },
  channel_inactive: {
    retryable: false,
    meaning: 'The channel is unregistered.',
    action: 'Reactivate it with `PATCH /v1/channels/{id}`.',
  },
  channel_wrong_type: {
    retryable: false,
    meaning: 'Prompts need a channel of type PROMPT, sent messages one of type MESSAGE.',
    action: 'Use a channel of the other type.',
  },
  channel_not_allowed: {
    retryable: false,
    meaning: 'The API key may not use this channel.',
    action: 'Use a channel of the key, or another key.',
  },
  payload_too_large: {
    retryable: false,
    meaning: 'The body, the file or the headers are too large.',
    action: 'Send less. `MAX_MEDIA_SIZE_MB` limits files.',
  },
  unsupported_media_type: {
    retryable: false,
    meaning: 'The content type of the body is not supported.',
    action: 'Send `application/json`; `POST /v1/prompts/new` also takes `multipart/form-data`.',
  },
  idempotency_mismatch: {
    retryable: false,
    meaning: 'The `Idempotency-Key` was used for another request.',
    action: 'Use a new key for each new request.',
  },
  idempotency_in_progress: {
    retryable: true,
    meaning: 'The first request with this `Idempotency-Key` is under way.',
    action: 'Repeat it with the same key after `retry_after_sec`.',
  },
  prompt_not_pending: {
    retryable: false,
    meaning: 'The prompt is answered, expired or cancelled.',
    action: 'Read the prompt.',
  },
  not_an_approver: {
    retryable: false,
    meaning: 'The operator is not among those who may answer this prompt.',
    action: 'Let one of its approvers answer.',
  },
  rate_limited: {
    retryable: true,
    meaning: 'This caller tries too often.',
    action: 'Wait for `retry_after_sec`.',
  },
  platform_not_loaded: {
    retryable: false,
    meaning: 'No adapter for the platform is loaded.',
    action: 'Choose a loaded platform (`GET /v1/platforms`), or have its package installed.',
  },
  platform_refused: {
    retryable: false,
    meaning: 'The platform refuses the content, or only a part of a long text reached the chat.',
    action: 'Change what `detail` names, and send it with a new `Idempotency-Key`.',
  },
  platform_auth: {
    retryable: false,
    meaning: 'The credentials of the channel are refused by the platform, or cannot be read.',
    action: 'Have an operator enter the credentials again.',
  },
  platform_forbidden: {
    retryable: false,
    meaning: 'The bot may not write in this chat.',
    action: 'Have the bot added to the chat, or unblocked.',
  },
  platform_not_found: {
    retryable: false,
    meaning: 'The platform knows no such chat.',
    action: 'Correct the `target_chat_id` of the channel.',
  },
  platform_rate_limited: {
    retryable: true,
    meaning: 'The platform limits the rate, for longer than the gateway waits.',
    action: 'Retry after `retry_after_sec`.',
  },
  platform_unavailable: {
    retryable: true,
    meaning: 'The platform was not reached, failed, or gave no answer. The message may have been posted.',
    action: 'Retry with backoff and the same `Idempotency-Key`.',
  },
  window_closed: {
    retryable: false,
    meaning: 'The platform lets the bot write only for a time after the person wrote.',
    action: 'Reach the person another way, or wait until they write.',
  },
  unavailable: {
    retryable: true,
    meaning: 'The gateway cannot do this now: its database, its disk, or a stop; or the request arrived too slowly.',
    action: 'Retry after `retry_after_sec`, or with backoff.',
  },
  outcome_unknown: {
    retryable: false,
    meaning:
      'The question is in the chat, but the database could not record it, and the request had no `Idempotency-Key`.',
    action:
      'Read the prompt that `detail` names after 3 minutes. Ask again if there is no such prompt: until then a person may answer it.',
  },
  internal: {
    retryable: true,
    meaning: 'The gateway or an adapter failed unexpectedly; the log has the reason.',
    action: 'Retry a few times with backoff, then tell the operator the `X-Request-Id`.',
  },
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;

/** The codes in Markdown, for the OpenAPI document. */
export function describeErrorCodes(): string {
  const lines = Object.entries(errorCodes).map(
    ([code, { retryable, meaning, action }]) => `- \`${code}\`${retryable ? ' (retryable)' : ''}: ${meaning} ${action}`,
  );
  return [
    'What kind of failure it is. More codes may be added: decide on an unknown one by `retryable`.',
    '',
    ...lines,
  ].join('\n');
}
