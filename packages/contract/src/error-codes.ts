/** The documentation of one error code. */
interface ErrorCodeFacts {
  /** The same request can succeed later. Its `Idempotency-Key` is released. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly action: string;
}

/**
 * All error codes. The OpenAPI document, `docs/errors.md` and the types are generated from this table. No schema uses it, so that the
 * console does not have to load its texts.
 */
export const errorCodes = {
  validation: {
    retryable: false,
    meaning: 'The request is not valid: its path, query, headers or body.',
    action: 'Correct what `detail` and `issues` name.',
  },
  unauthenticated: {
    retryable: false,
    meaning: 'The API key, session, token or signature is missing or invalid.',
    action: 'Send a valid `X-API-Key`, or sign in again.',
  },
  forbidden: {
    retryable: false,
    meaning: 'The caller is authenticated, but not allowed to do this.',
    action: 'Use a key with the scope that `detail` names.',
  },
  not_found: {
    retryable: false,
    meaning: 'No record has this id, or the path does not exist.',
    action: 'Check the id. The record may have been deleted by the retention settings.',
  },
  method_not_allowed: {
    retryable: false,
    meaning: 'The path does not support this method.',
    action: 'Use a method from the `Allow` header.',
  },
  conflict: {
    retryable: false,
    meaning: 'The request conflicts with the current state.',
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
    meaning: 'Prompts require a PROMPT channel, and sent messages a MESSAGE channel.',
    action: 'Use a channel of the other type.',
  },
  channel_not_allowed: {
    retryable: false,
    meaning:
      'The API key may not use this channel, or the channel cannot be used with approvers or a policy because its credentials are not proven.',
    action: 'Use a channel that the key allows, another key, or do what `detail` says.',
  },
  credentials_not_proven: {
    retryable: false,
    meaning:
      'The channel cannot have approvers or a policy, because its credentials or its chat were last set by an API key without `people:write`.',
    action: 'Give all credentials of the channel again with `people:write`, in the same request or before.',
  },
  payload_too_large: {
    retryable: false,
    meaning: 'The body, the file or the headers are too large.',
    action: 'Send less. `MAX_MEDIA_SIZE_MB` limits files.',
  },
  media_storage_full: {
    retryable: false,
    meaning: 'The files that the gateway hosts for platforms without files have reached `MAX_HOSTED_MEDIA_MB`.',
    action: 'Give the address of the attachment as `media_url`, or ask the operator to raise the limit.',
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
    meaning:
      'The first request with this `Idempotency-Key` is still in progress, or with `collapse` the one that posts the same question.',
    action: 'Repeat it with the same key after `retry_after_sec`.',
  },
  prompt_not_pending: {
    retryable: false,
    meaning: 'The prompt is answered, expired or cancelled.',
    action: 'Read the prompt.',
  },
  prompt_not_approved: {
    retryable: false,
    meaning: 'No approval of the prompt lets its action run. With `retryable: true` it is still pending.',
    action: 'Do not run the action. While the prompt is pending, wait for its answer.',
  },
  already_consumed: {
    retryable: false,
    meaning: 'The approval was used at `consumed_at`: it lets the action run once.',
    action: 'Do not run the action again. Ask for a new approval if it must run once more.',
  },
  approval_lapsed: {
    retryable: false,
    meaning: 'The answer is older than the `consume_within_sec` of the prompt.',
    action: 'Do not run the action. Ask again.',
  },
  approval_withdrawn: {
    retryable: false,
    meaning:
      'The person who approved took it back, or the rule or the standing approval that gave it was changed or ended.',
    action: 'Do not run the action.',
  },
  approval_not_withdrawable: {
    retryable: false,
    meaning: 'The approval was used or taken back before, or is older than 10 minutes.',
    action: 'Stop the action itself if it must not run.',
  },
  action_changed: {
    retryable: false,
    meaning: 'The action is not the one that was approved: its digest is another one.',
    action: 'Run exactly what was approved, with the `args` of the answer, or ask again.',
  },
  not_an_approver: {
    retryable: false,
    meaning: 'This operator is not allowed to answer this prompt.',
    action: 'Let one of its approvers answer.',
  },
  rate_limited: {
    retryable: true,
    meaning: 'Too many requests or attempts. `detail` names the limit.',
    action: 'Wait for `retry_after_sec`.',
  },
  too_many_open_prompts: {
    retryable: true,
    meaning: 'The channel has as many open prompts as `MAX_OPEN_PROMPTS_PER_CHANNEL` allows.',
    action: 'Wait for answers, cancel prompts that are no longer needed, or ask with a shorter `ttl_sec`.',
  },
  attention_exhausted: {
    retryable: true,
    meaning:
      'As many prompts are open as `max_open_per_key` or `max_open_per_person` of the channel allows. `detail` names the limit.',
    action: 'Wait for answers, cancel prompts that are no longer needed, or ask the same question with `collapse`.',
  },
  too_many_notes: {
    retryable: false,
    meaning: 'The prompt has as many notes as it can have.',
    action: 'Say no more about this question.',
  },
  platform_not_loaded: {
    retryable: false,
    meaning: 'No adapter for the platform is loaded.',
    action: 'Choose a loaded platform (`GET /v1/platforms`), or install the adapter’s package.',
  },
  platform_refused: {
    retryable: false,
    meaning: 'The platform refused the content, or only a part of a long text was posted.',
    action: 'Change what `detail` names, and send it with a new `Idempotency-Key`.',
  },
  platform_auth: {
    retryable: false,
    meaning: 'The platform refused the credentials of the channel, or they cannot be decrypted.',
    action: 'Ask an operator to enter the credentials again.',
  },
  platform_forbidden: {
    retryable: false,
    meaning: 'The bot may not write in this chat.',
    action: 'Ask for the bot to be added to the chat, or unblocked.',
  },
  platform_not_found: {
    retryable: false,
    meaning: 'The chat does not exist on the platform, or the bot cannot see it.',
    action: 'Correct the `target_chat_id` of the channel.',
  },
  platform_rate_limited: {
    retryable: true,
    meaning: 'The rate limit of the platform lasts longer than the gateway waits.',
    action: 'Retry after `retry_after_sec`.',
  },
  platform_unavailable: {
    retryable: true,
    meaning: 'The platform could not be reached, failed, or did not answer. The message may have been posted.',
    action: 'Retry with backoff and the same `Idempotency-Key`.',
  },
  window_closed: {
    retryable: false,
    meaning: 'The platform allows the bot to write only within a certain time after the person wrote.',
    action: 'Contact the person in another way, or wait until they write.',
  },
  unavailable: {
    retryable: true,
    meaning:
      'The gateway cannot do this now: its database or disk is unavailable, it is stopping, or the request arrived too slowly.',
    action: 'Retry after `retry_after_sec`, or with backoff.',
  },
  outcome_unknown: {
    retryable: false,
    meaning: 'The question was posted, but the database could not record it, and the request had no `Idempotency-Key`.',
    action:
      'After 3 minutes, read the prompt that `detail` names. If it does not exist, ask again. Until then a person may answer it.',
  },
  internal: {
    retryable: true,
    meaning: 'The gateway or an adapter failed unexpectedly. The log has the reason.',
    action: 'Retry a few times with backoff, then report the `X-Request-Id` to the operator.',
  },
} as const satisfies Record<string, ErrorCodeFacts>;

export type ErrorCode = keyof typeof errorCodes;

/** The codes in Markdown, for the OpenAPI document. */
export function describeErrorCodes(): string {
  const lines = Object.entries(errorCodes).map(
    ([code, { retryable, meaning, action }]) => `- \`${code}\`${retryable ? ' (retryable)' : ''}: ${meaning} ${action}`,
  );
  return ['The kind of error. More codes may be added: handle an unknown one by its `retryable`.', '', ...lines].join(
    '\n',
  );
}
