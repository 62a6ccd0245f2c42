import { rowsOf } from './row.mjs';

/** What the interface has beyond its first form. */
export const additions = rowsOf('Additions', {
  'GET /v1/prompts/{id}?wait=: answers as soon as the prompt is over': [
    'prompt-wait: ends when the prompt is answered',
    'prompt-wait: returns the pending record when the wait ends',
    'prompt-wait: rejects wait=%s with 400',
  ],
  'GET /v1/events: resumable, each scope sees its own': [
    'events: sends prompt, answer, callback and messages in order, each as the API shows it',
    'events: resumes after the last seen event, after a lost connection and after a restart',
    'events: sends each key only what its scopes allow, and ends when the key is revoked',
  ],
  'Idempotency-Key: the first response again, 422, 409, 24 h, per key': [
    'idempotency: returns the first response to repeats with an equal body, and posts once',
    'idempotency: with another body or route answers 422',
    'idempotency: answers 409 while the first request is running',
    'idempotency: expires after 24 hours',
    'idempotency: belongs to one API key',
  ],
  'POST /v1/prompts/{id}/cancel: expired, cancelled, closed; 409 when over': [
    'prompt-cancel: expires the prompt, closes its message and rejects later answers',
    'audit: records a cancelled prompt once, not the rejected second attempt',
  ],
  'Cancelling closes the chat message':
    'prompt-cancel: expires the prompt, closes its message and rejects later answers',
  'notify_on_expiry sends prompt.expired, signed': 'prompt-cancel: sends a signed prompt.expired (%s) when %s',
  'Filters: prompts by channel, correlation id and text':
    'prompt-list: filters by channel, correlation id and part of the text, literally and ignoring case',
  'Filters: messages by text':
    'messages: are listed newest first, filtered by direction, channel and text, page by page',
  'Filters: channels by activity and text':
    'channel-list: filters by platform, type, activity and part of the id or target',
  'Revoked keys are listed too': 'keys: GET /v1/keys lists keys newest first, page by page, revoked ones too',
  'POST /v1/prompts/{id}/answer from the console; a key gets 403': [
    'console-session/answering: is recorded as the operator and called back, and closes the chat message',
    'console-session/answering: and presses at the same time record one answer',
    'console-session/answering: is rejected for keys, open gateways and viewers',
  ],
  'GET /v1/channels/{id}: webhook_url, times, health': [
    'channels: shows webhook_url only with PUBLIC_WEBHOOK_URL',
    'channels: shows health ok, or failing with the remedy',
  ],
  'POST /v1/channels/{id}/test and /v1/channels/test': [
    'channel-test: reports the account and the reachable chat, for saved and unsaved credentials',
    'channel-test: reports what is wrong and never the token',
  ],
  'GET /v1/platforms: form, capabilities, limits, guide':
    './third-party-adapter: is served like the others when PLATFORM_PACKAGES names it: form, channel and prompt limits',
  'Filters: channels by health': [
    'packages/store/test/ports/channels: filters channels by health, with inactive ones apart',
    'channel-list: filters by the same health that each record shows',
  ],
  'POST /v1/channels/test-callback: one signed event, nothing kept': [
    'callback-test: posts one signed event, returns what the receiver answered and stores nothing',
    'callback-test: reports an error status, a redirect and an unreachable receiver in words',
    'callback-test: rejects a forbidden address with the name of the setting, and requires channels:write',
  ],
  'POST /v1/keys/{id}/roll: the old key works on for the grace period': [
    'key-roll: is replaced by a key with its name and scopes, and works until its grace period ends',
    'key-roll: is revoked at once without a grace period',
    'key-roll: cannot be rolled again, nor can a revoked or unknown key; one of five concurrent requests succeeds',
    'key-roll: is rolled only by a caller that holds its scopes',
    'key-roll: ends when the grace period of its key ends',
  ],
  'GET /v1/statistics: by hour or day, the median, callbacks, the queue, channels that fail': [
    'statistics: counts asked, answered, cancelled and expired prompts by hour and day, with answer time and deliveries',
    'packages/store/test/ports/statistics: returns at most ten failing active channels, latest failure first',
    'packages/store/test/ports/plans: reads no whole table for lists, searches, workers and inbound events',
  ],
  'GET /v1/statistics/prompts: outcomes, percentiles and the window before, by channel, key and person': [
    'prompt-statistics: counts prompts by their creation, compares with the window before, and groups them by channel and key',
    'prompt-statistics: begins days and hours at those of the time zone, where a day has 23 or 25 hours when the clocks change',
    'packages/store/test/ports/prompt-statistics: groups by channel, key and person, whose accounts in chats and the console count together',
  ],
  'GET /v1/statistics/prompts: per action and person, what people answered and how fast, and what rules and standing approvals did':
    [
      'action-statistics: the statistics of an action count people, standing approvals, rules and time-outs apart, and times of people only',
      'packages/store/test/ports/action-statistics: an action counts decisions and options as approved, edited or rejected, each with its time',
    ],
  'A password in a callback_url is for owners': [
    'callback-address: a password in an address is shown to owners only, and not to the key that set it',
    'callback-address: a callback_url without a password is shown unchanged',
  ],
  'POST /v1/settings/preview: what a change would remove, and what the last run removed': [
    'retention-preview: counts what a change would remove, removes nothing, and reports the next run with the same counts',
    'retention-preview: rejects the same values as PATCH /v1/settings',
  ],
  'Deliveries: found by message': 'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
  'Messages name the operator who sent them': 'messages: are stored with the operator who sent them from the console',
  'Deliveries: listed and found':
    'deliveries: are listed newest first, page by page, and filtered by state, channel, prompt and event',
  'Deliveries: every attempt':
    'deliveries: show the exact body and every attempt, without user and password of the address',
  'Deliveries: retried, one or all dead ones': [
    'deliveries: that are dead restart their schedule on a manual retry and keep counting attempts',
    'deliveries: that are dead and match a filter are all retried by one request, which returns their number',
    'deliveries-bulk: counts them in a dry run, then retries each exactly once, in batches',
  ],
  'Audit: who did what to which, when, from where': [
    'audit: records which key created and revoked a key, when and from which address',
    'audit: is filtered by action, resource and actor, page by page',
    'console-session/audit-names: the audit log names operators and keys, removed ones too, and shows the address of an invitation only to owners',
  ],
  'GET /readyz tells of the database': 'durability/outage: callers get 503 at worst, and no answer or callback is lost',
  'GET /metrics by token or from this machine alone': [
    'metrics: requires METRICS_TOKEN when it is set, also on the same machine',
    'metrics: without a token serves only the local machine, and no proxy on it',
  ],
  'Each adapter’s address can be set': [
    './first-answer: is posted, answered by a press, closed in the chat and called back once with a signature over the raw body',
    './third-party-adapter: is served like the others when PLATFORM_PACKAGES names it: form, channel and prompt limits',
  ],
  'Callback and media addresses: never link-local and the like': 'outgoing: is always rejected when it is %s',
  'Callback and media addresses: private ones only where allowed, checked when connecting': [
    'outgoing: is rejected with the name of the setting when it is private and authentication is on (%s)',
    'outgoing: may be private when OUTBOUND_ALLOWED_HOSTS is %s',
    'outgoing: is checked again after DNS resolution, when the callback is sent',
  ],
  'The operator’s console': [
    'e2e/specs/new-user: a new operator answers a first prompt in the sandbox and then through a bot',
    'e2e/specs/set-up: the first operator signs up with the printed setup link, which works once',
    'e2e/specs/roles: answers prompts, but cannot create keys or read the signing secret',
  ],
});
