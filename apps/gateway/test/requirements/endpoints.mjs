import { rowsOf } from './row.mjs';

const scopes = 'scopes: %s accepts each of its scopes and admin, and nothing else';
const answered =
  './first-answer: is posted, answered by a press, closed in the chat and called back once with a signature over the raw body';
const limits = [
  'prompt-limits: accept %s and store it unchanged',
  'prompt-limits: reject %s with the fix, and post nothing',
];

/** Endpoints, access, events, errors, limits, versioning. */
export const endpoints = [
  ...rowsOf('Endpoints', {
    'Lists take limit, 1 to 200, 50 when left out': 'prompt-list: returns 50 by default and at most 200',
    'GET /healthz: 200, status ok, no key': [
      'scopes: %s requires no key',
      'fuzz/requests: the gateway answers any valid or invalid request as the contract says, with bounded time and memory',
    ],
    'GET /openapi.json: with ENABLE_DOCS, no key': [
      'openapi: is served only with ENABLE_DOCS=true',
      'access: requires no key on public routes',
    ],
    'GET /v1/status: 200, 401, 403': `status: counts active channels, pending prompts and prompts answered within a day\n${scopes}`,
    'GET and PATCH /v1/settings: partial changes, 400 out of bounds': `settings: are off by default, accept partial changes and survive a restart\nsettings: reject %s with 400\n${scopes}`,
    'POST /v1/keys/new: name, preset or scopes; 200 with the key': [
      'keys: is shown once and works at once within its scopes',
      'keys: rejects %s with 400 and names the field',
    ],
    'GET /v1/keys and /v1/keys/{id}: never the key': [
      'keys: GET /v1/keys lists keys newest first, page by page, revoked ones too',
      'keys: is shown once and works at once within its scopes',
    ],
    'DELETE /v1/keys/{id} sets revoked_at': 'keys: takes effect at once, keeps the record and is idempotent',
    'POST /v1/prompts/new as JSON: each field, 200 with prompt_id, channel_id, message_id': limits,
    'POST /v1/prompts/new as a form says the same; options is JSON': [
      'prompt-form: are stored alike with %s',
      'prompt-form: are rejected with the same error for %s',
      'prompt-form: name the expected form of %s when it is %s',
    ],
    'The attachment is the part file, an image/jpeg unless it says otherwise': [
      'prompt-upload: posts an image as a photo with the text and buttons below',
      'prompt-upload: detects an image without a declared type',
    ],
    'Other content types: 415': 'prompt-upload: is rejected with 415 as %s',
    'Only one of media_url, media_path and file': [
      'prompt-upload: accepts one source of media',
      'prompt-media-path: cannot be combined with media_url',
      'media-url: is rejected with a second source of media',
    ],
    'media_url is shown with the question':
      'media-url: shows a %s with its text and buttons, and is closed with its answer',
    'media_path below its folder is posted': 'prompt-media-path: accepts a path %s',
    'GET /v1/prompts: state, pending when left out':
      'prompt-list: shows current states, newest first, with an overdue prompt as expired before the expiry job runs',
    'GET /v1/prompts/{id}: the record, or 404': ['prompts: has every field, with defaults', 'prompts: %s answers 404'],
    'POST /v1/channels/new: 201 with a sentence; 400; 409': [
      'channels: answers 201 and names the registered channel',
      'channels: rejects %s with 400 and names the field',
      'channels: answers 409 for the id of an active or inactive channel',
    ],
    'GET /v1/channels: by platform and type':
      'channel-list: filters by platform, type, activity and part of the id or target',
    'PATCH /v1/channels/{id}: what is given changes, credentials one by one; 404': [
      'channels: changes only the given fields',
      'channels: keeps credentials that the request omits',
      'channels: %s of an unknown channel answers 404 and names it',
    ],
    'DELETE /v1/channels/{id}: 200 with a sentence; 404': [
      'channels: makes the channel inactive, is idempotent, and stops polling its bot',
      'channels: %s of an unknown channel answers 404 and names it',
    ],
    'GET /v1/messages: direction, channel_id':
      'messages: are listed newest first, filtered by direction, channel and text, page by page',
    'GET /v1/messages/{id}: the record, or 404': [
      'messages: are posted unchanged and stored with the id of the key',
      'messages: are not found under %s',
    ],
    'POST /v1/messages/send: delivered and stored; 400 and 404': [
      'messages: are posted unchanged and stored with the id of the key',
      'messages: to %s answer %i',
      'messages: refused by the platform answer 400 with the reason and are not stored',
    ],
    'POST /v1/messages/send under zero retention: stored false':
      'zero-retention: an outbound text is sent and not stored, also with an Idempotency-Key',
    'GET /webhooks/…: the challenges of WhatsApp and Messenger': [
      'packages/graph-api/test/webhook: is returned for the right verify token',
      'platforms/graph-api: rejects forged events and wrong verify tokens',
    ],
    'POST /webhooks/…: events are taken in, 200': [
      'webhooks: is registered with address and secret, and its presses and texts answer prompts',
      'fuzz/webhooks: the gateway accepts any signed webhook body without a server error',
    ],
    'The address is {PUBLIC_WEBHOOK_URL}/webhooks/{organization}/{platform}/{channel}': [
      'channels: shows webhook_url only with PUBLIC_WEBHOOK_URL',
      'webhooks: is registered with address and secret, and its presses and texts answer prompts',
    ],
  }),
  ...rowsOf('Access', {
    'X-API-Key on every /v1 route': scopes,
    'Public: /healthz, /webhooks, /openapi.json': 'access: requires no key on public routes',
    'Each route takes any of its scopes; admin takes all': scopes,
    'Presets grant exactly their scopes': 'keys: of the preset %s has exactly its scopes',
    'No or a wrong key: 401; a key without the scope: 403': `${scopes}\naccess: answers 401 to %s and does not repeat the key`,
    'The first key, then others, then its revocation': [
      'key-lifecycle: stays revoked after a restart',
      'keys: is rejected for the last key with all rights',
    ],
    'Webhooks are proven by each platform’s own signature': `webhooks: accepts events only with the secret
      platforms/slack: rejects forged requests
      platforms/teams: rejects requests that the Bot Framework did not sign for this bot
      platforms/discord: accepts presses on a public address only when Discord signed them
      platforms/gchat: rejects forged events
      platforms/graph-api: rejects forged events and wrong verify tokens`,
    'A separate browser session protects the operator’s web interface': [
      'console-session/access: grants the scopes of the role and audits the operator',
      'console-session/access: cannot use operator-only routes with a key',
      'console-session/sign-in: expires after twelve hours without use and after seven days in any case',
    ],
  }),
  ...rowsOf('Events', {
    'Answer: sent when a prompt with callback_url is answered, to that address': answered,
    'Answer: X-Signature is HMAC-SHA256 over the raw body': `${answered}\ndurability/delivery: is valid for the Standard Webhooks library and has a valid X-Signature`,
    'Answer: correlation_id and answer.type and value': `${answered}\nanswers-by-text: is recorded, confirmed in the thread and called back, and closes the message`,
    'message.created: type, platform, channel_id, from, text; unsigned':
      'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
    'message.created: from tells who wrote': 'forwarding: names its sender by username, else by name, else by id',
    'Inbound texts are stored, as retention lets them': [
      'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
      'zero-retention: an inbound text is delivered and then in no table, file or log line',
    ],
  }),
  ...rowsOf('Errors', {
    'One field detail; validation may add issues': [
      'prompt-limits: are reported together when a request breaks several',
      'fuzz/requests: the gateway answers any valid or invalid request as the contract says, with bounded time and memory',
    ],
    400: [
      'bad-input: rejects %s with 400',
      'declared-refusals: every route with a scope answers 400 for an unknown query parameter',
    ],
    '401 and 403': scopes,
    404: [
      'prompts: %s answers 404',
      'messages: are not found under %s',
      'channels: %s of an unknown channel answers 404 and names it',
    ],
    409: 'channels: answers 409 for the id of an active or inactive channel',
    415: 'prompt-upload: is rejected with 415 as %s',
    '500 without internals, with request_id':
      './third-party-adapter: that throws causes a 500 without internals, and a log line with the request_id',
  }),
  ...rowsOf('Limits', {
    'Text 4096, options 10 of 64 characters, correlation_id 255, ttl_sec 0 to 604800': limits,
    'Options: 3 on WhatsApp and Messenger': 'option-limits: a channel of %s accepts at most 3 options for a prompt',
    'List limit 1 to 200': [
      'prompt-list: returns 50 by default and at most 200',
      'prompt-list: rejects ?%s with 400',
      'channel-list: rejects ?%s with 400',
      'messages: are not listed with the query %s',
    ],
    'Key name 128': [
      'keys: accepts a name of 128 characters, and null for the unused one of preset and scopes',
      'keys: rejects %s with 400 and names the field',
    ],
    'Retention days 1 to 3650': 'settings: reject %s with 400',
    'Upload size': [
      'prompt-upload-size: is limited to %s, exactly',
      'prompt-upload-size: ends the connection early when the upload is far too large, %s',
    ],
    'One source of media': 'prompt-upload: accepts one source of media',
  }),
  ...rowsOf('Versioning', {
    'Routes with a key live under /v1': scopes,
    'The description declares version 0.1.0':
      'openapi: is a valid OpenAPI 3.1 document of version 0.1.0 without dangling references',
    'Former addresses are gone, X-Admin-Token opens nothing':
      'odd-addresses: answers unknown and former paths with 404, also with X-Admin-Token, and redirects / to the console',
  }),
];
