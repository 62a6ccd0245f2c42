import { rowsOf } from './row.mjs';

/** Points of the interface that were decided here. */
export const decisions = rowsOf('Decisions', {
  'The agent preset reads and writes channels, prompts and messages': 'keys: of the preset %s has exactly its scopes',
  'Form and checksum of a key; the plaintext once; only its hash is stored': [
    'packages/core/test/secrets: has the documented form, a valid checksum, and a public prefix',
    'packages/core/test/secrets: is rejected as malformed when any character is mistyped',
    'keys: is shown once and works at once within its scopes',
  ],
  'A first key shorter than 16 characters stops the start':
    './start: when GATEWAY_API_KEY is too short, without showing it',
  'Without USE_AUTH: rights of admin, a warning at start':
    './start: prints the address, and warns when authentication is off',
  'Without USE_AUTH: foreign Host and Origin are 403': [
    'access: rejects the host name %s with 403',
    'access: rejects the origin %s with 403',
    'access: accepts the host name %s',
  ],
  'With USE_AUTH: every address is listened on': 'access: listens on all interfaces unless HOST is set',
  'ttl_sec: null is 3600, 0 never': [
    'prompts: with ttl_sec %s expires after %i s',
    'prompts: with ttl_sec 0 never expires',
  ],
  'Exactly one answer wins, in the transaction that owes the callback': `durability/exactly-one-answer: a prompt records exactly one answer
    packages/store/test/ports/answers: accepts one of hundreds of concurrent answers on two instances and inserts one delivery
    packages/store/test/ports/answers: rolls back the answer and the event when the delivery cannot be stored`,
  'A late answer is refused with the reason, and no callback is sent': [
    'answers-by-press: on an answered prompt shows the recorded answer',
    'answers-by-text: after the expiry is refused before the expiry job runs, without a callback',
  ],
  'A reply counts only in the chat and for the bot of the prompt': [
    'answers-by-text: from another chat is refused on a PROMPT channel and forwarded on a MESSAGE channel',
    'answers-by-press: with a forged token or from another bot answers nothing',
    'answers-by-press: in another chat answers nothing, even on a message with the same id',
  ],
  'A text reply to a closed, unknown or button-only prompt is told why':
    'answers-by-text: is refused with a reason when %s, and changes nothing',
  'Past its time a prompt reads as expired at once, and its message is closed': [
    'prompt-list: shows current states, newest first, with an overdue prompt as expired before the expiry job runs',
    'prompts: is expired from its last instant on, and its message is closed',
  ],
  'Sending answers 201 with the stored record, status, message_id, stored':
    'messages: are posted unchanged and stored with the id of the key',
  'Sending under zero retention: 201 with stored false':
    'zero-retention: an outbound text is sent and not stored, also with an Idempotency-Key',
  'A key grants only what its creator holds':
    'keys: lets a key grant its own scopes, and the new key only what it was granted',
  'Revoking: 200, again 200 unchanged, unknown 404, at once here and within 5 s elsewhere': [
    'keys: takes effect at once, keeps the record and is idempotent',
    'keys: answers 404 for an unknown key and names it',
    'key-lifecycle: reject a revoked key after 5 s without a notification',
  ],
  'The last key with admin stays': [
    'keys: is rejected for the last key with all rights',
    'keys: leaves one key when two keys revoke each other at the same time',
  ],
  'The last key with admin may go while a console operator exists':
    'console-session/operators: the last key with all rights can be revoked when an operator exists',
  'Unknown query values: 400': [
    'prompt-list: rejects ?%s with 400',
    'channel-list: rejects ?%s with 400',
    'messages: are not listed with the query %s',
    'declared-refusals: every route with a scope answers 400 for an unknown query parameter',
  ],
  'Lists are newest first and continue by Link': [
    'prompt-list: continues by the Link header without gaps or repeats while prompts are added',
    'channel-list: continues by the Link header with the same filters, without gaps or repeats while channels are added',
  ],
  'Errors: detail, issues, 404, 405 with Allow, 400, 413': [
    'odd-addresses: answers 405 with Allow to %s with %s',
    'bad-input: rejects %s with 400',
    'bad-input: rejects an oversized body with 413, plain or compressed',
    'bad-input: rejects a body %s with 400',
  ],
  'X-Request-Id on every response': [
    'bad-input: answers every error with X-Request-Id',
    'fuzz/requests: the gateway answers any valid or invalid request as the contract says, with bounded time and memory',
  ],
  'A 500 carries request_id and nothing internal':
    './third-party-adapter: that throws causes a 500 without internals, and a log line with the request_id',
  'Prompts are numbered from 1 without reuse; %23<n> and <n>': [
    'prompts: is unique among 20 concurrent prompts',
    'prompts: is not reused after a restart or after a refusal by the platform',
    'prompts: counts from 1 and is accepted with and without %23',
  ],
  'Slugs: 1 to 64 of A-Z a-z 0-9 . _ -': [
    'channels: accepts an id of 64 and a target of 255 characters',
    'channels: rejects %s with 400 and names the field',
  ],
  'Asking on a MESSAGE, inactive or unknown channel: 400': 'prompts: on a channel that is %s is rejected with 400',
  'Sending on PROMPT or inactive: 400; unknown: 404': 'messages: to %s answer %i',
  'No options and no text: accepted': 'prompt-limits: no options and no text allowed',
  'Equal options: 400': 'prompt-limits: two equal options',
  'The platform refuses: 400 with its reason, nothing is left behind':
    'durability/outage: because it %s, the caller gets the reason and nothing is stored',
  'A short rate limit is waited for': [
    'prompts: waits for a short rate limit of the platform',
    'prompts: is rejected with the time of a long rate limit',
  ],
  'The answer’s callback has all its fields': [
    './first-answer: is posted, answered by a press, closed in the chat and called back once with a signature over the raw body',
    'answers-by-text: is recorded, confirmed in the thread and called back, and closes the message',
  ],
  'message.created has its additional fields':
    'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
  'Standard Webhooks headers by the same secret': [
    'durability/delivery: is valid for the Standard Webhooks library and has a valid X-Signature',
    'packages/core/test/secrets: pass a Standard Webhooks verifier with the current and the previous secret',
  ],
  'At least once, over a crash at any instant': 'durability/kill-nine: a gateway under load',
  'Schedule, jitter, dead at its end': [
    'packages/core/test/schedule: retries after 5 s, 30 s, 2 min',
    'packages/core/test/schedule: adds up to 10 % jitter',
    'durability/delivery: that fails is retried by the schedule as the same event, and is dead after the last attempt',
  ],
  '410 ends at once; a redirect is a failure; Retry-After up to 1 h': [
    'durability/delivery: answered with 410 is not retried',
    'durability/delivery: answered with %i is not redirected but retried at the same address',
    'packages/core/test/schedule: follows Retry-After up to an hour',
  ],
  'A slow receiver delays no other receiver’s events': [
    'durability/delivery: is not delayed by callbacks to a hanging receiver',
    'forwarding: reaches its receiver while the receiver of another channel hangs',
  ],
  'First attempts in arrival order':
    'forwarding: is first attempted in the order it was written, although an earlier one fails',
  'Retention in the background, zero retention at once': [
    'retention: removes old records soon after it is enabled and then hourly, but nothing pending or undelivered',
    'zero-retention: an inbound text is delivered and then in no table, file or log line',
  ],
  'An event counts once, however often it is reported': [
    'answers-by-text: is processed once when the platform redelivers it',
    'forwarding: is processed once when 50 copies arrive at the same time',
    'packages/core/test/removal: startRemoval keeps inbound events for 48 h',
  ],
  'Webhooks: 401 without proof, 404 for an unknown address, never 500': [
    'webhooks: accepts events only with the secret',
    'webhooks: answers 404 when it is called for %s',
    'fuzz/webhooks: the gateway accepts any signed webhook body without a server error',
  ],
  'A timestamp older than 5 minutes is 401': [
    'packages/platform-slack/test/webhook: rejects the header %s: %j',
    'packages/platform-teams/test/webhook: accepts a clock difference of five minutes',
  ],
  'One organization, default; another in a webhook is 404': 'webhooks: answers 404 when it is called for %s',
  'An id that no adapter serves: 400 on create': [
    'channels: rejects %s with 400 and names the field',
    './third-party-adapter: is served like the others when PLATFORM_PACKAGES names it: form, channel and prompt limits',
  ],
  'CLEAN_ON_BOOT discards nothing that is pending or owed':
    'retention: with CLEAN_ON_BOOT removes finished deliveries before the gateway serves, and keeps pending ones',
  'Any PATCH reactivates, an empty one too': 'channels: reactivates an inactive channel with %s',
  'Credentials are sealed, and readable after a rotation': [
    'credentials: never appear in clear text in the database, its WAL, a response or the log',
    'credentials: stay readable when ENCRYPTION_KEY is replaced and the old one is in ENCRYPTION_KEY_PREVIOUS',
  ],
  'Unknown or missing credentials: 400 naming the key':
    'channels: rejects credentials with %s, names the key and never shows the value',
  '/v1 takes the console’s session cookie, guarded against forgery': [
    'console-session/access: grants the scopes of the role and audits the operator',
    'console-session/access: is answered %i when it comes %s',
    'console-session/access: ends an event stream when its session is signed out or expires',
    'console-session/sign-in: renews its token hourly and accepts the old one for a minute',
  ],
});
