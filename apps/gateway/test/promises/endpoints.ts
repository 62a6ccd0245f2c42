import { rowsOf } from './row.js';

const scopes = 'scopes: %s takes each of its scopes, and admin, and nothing else';
const answered = './first-answer: posts the question, takes the press, closes the message and calls back once';
const limits =
  'prompt-limits: accept %s and store it as it was given\nprompt-limits: refuse %s with a sentence that tells the fix, and ask nobody';

/** Endpoints, access, events, errors, limits, versioning. */
export const endpoints = [
  ...rowsOf('Endpoints', {
    'Lists take limit, 1 to 200, 50 when left out': 'prompt-list: holds 50 unless told otherwise, and at most 200',
    'GET /healthz: 200, status ok, no key':
      'scopes: %s needs no key\nfuzz/requests: answers whatever it is asked, however wrong, as the contract says',
    'GET /openapi.json: with ENABLE_DOCS, no key':
      'openapi: is served only with ENABLE_DOCS=true\naccess: needs no key on public routes',
    'GET /v1/status: 200, 401, 403': `status: counts active channels, pending prompts and those answered within a day\n${scopes}`,
    'GET and PATCH /v1/settings: partial changes, 400 out of bounds': `settings: keep everything until they are changed, take partial changes, and survive a restart\nsettings: refuse %s\n${scopes}`,
    'POST /v1/keys/new: name, preset or scopes; 200 with the key':
      'keys: is shown once, and works at once within its scopes\nkeys: refuses %s and says which field',
    'GET /v1/keys and /v1/keys/{id}: never the key':
      'keys: lists keys newest first, revoked ones too, page by page\nkeys: is shown once, and works at once within its scopes',
    'DELETE /v1/keys/{id} sets revoked_at':
      'keys: ends a key at once, keeps its record and changes nothing the second time',
    'POST /v1/prompts/new as JSON: each field, 200 with prompt_id, channel_id, message_id': limits,
    'POST /v1/prompts/new as a form says the same; options is JSON':
      'prompt-form: with %s\nprompt-form: and is refused in the same words with %s\nprompt-form: and is told how %s must look, not like %s',
    'The attachment is the part file, an image/jpeg unless it says otherwise':
      'prompt-upload: posts a picture as a photo with the question and its buttons below\nprompt-upload: takes a picture without a declared type, as a picture',
    'Other content types: 415': 'prompt-upload: is answered with 415 as %s',
    'Only one of media_url, media_path and file':
      'prompt-upload: comes from one source only\nprompt-media-path: cannot be combined with media_url\nmedia-url: takes only one source of media',
    'media_url is shown with the question':
      'media-url: shows a %s with its question and buttons, and is closed with its answer',
    'media_path below its folder is posted': 'prompt-media-path: is taken %s',
    'GET /v1/prompts: state, pending when left out':
      'prompt-list: shows each state as it is now, newest first; an overdue prompt is expired before any pass',
    'GET /v1/prompts/{id}: the record, or 404':
      'prompts: returns a record with every field, defaults filled in\nprompts: %s is 404 with a sentence',
    'POST /v1/channels/new: 201 with a sentence; 400; 409':
      'channels: answers 201 with a sentence that names the channel as registered\nchannels: refuses %s and says which field\nchannels: answers 409 for an id that exists, whether the channel is active or not',
    'GET /v1/channels: by platform and type':
      'channel-list: is filtered by platform, type, activity and part of the id or target',
    'PATCH /v1/channels/{id}: what is given changes, credentials one by one; 404':
      'channels: changes what is given and nothing else, and says the channel is updated\nchannels: keeps the credentials that a patch leaves out\nchannels: %s of an unknown channel is 404 and names it',
    'DELETE /v1/channels/{id}: 200 with a sentence; 404':
      'channels: makes it inactive, once and again, and stops the polling of its bot\nchannels: %s of an unknown channel is 404 and names it',
    'GET /v1/messages: direction, channel_id':
      'messages: lists messages newest first, by direction, channel and text, page by page',
    'GET /v1/messages/{id}: the record, or 404':
      'messages: reaches the chat as it was written and is stored with the key that sent it\nmessages: finds no message under %s',
    'POST /v1/messages/send: delivered and stored; 400 and 404':
      'messages: reaches the chat as it was written and is stored with the key that sent it\nmessages: refuses %s with %i\nmessages: answers 400 with the reason when the platform refuses, and stores nothing',
    'POST /v1/messages/send under zero retention: stored false':
      'zero-retention: an outbound text is sent and kept nowhere, for a repeat of its request neither',
    'GET /webhooks/…: the challenges of WhatsApp and Messenger':
      'packages/graph-api/test/webhook: is answered to who knows the verify token\nplatforms/graph-api: refuses forged events and wrong verify tokens',
    'POST /webhooks/…: events are taken in, 200':
      'webhooks: is told the address and a secret, and its presses and texts answer prompts\nfuzz/webhooks: takes whatever bytes a platform may send, proven as its own, without a failure',
    'The address is {PUBLIC_WEBHOOK_URL}/webhooks/{organization}/{platform}/{channel}':
      'channels: gives its webhook address only where there is a public one\nwebhooks: is told the address and a secret',
  }),
  ...rowsOf('Access', {
    'X-API-Key on every /v1 route': scopes,
    'Public: /healthz, /webhooks, /openapi.json': 'access: needs no key on public routes',
    'Each route takes any of its scopes; admin takes all': scopes,
    'Presets grant exactly their scopes': 'keys: of the preset %s holds exactly its scopes',
    'No or a wrong key: 401; a key without the scope: 403': `${scopes}\naccess: answers 401 to %s, says so and does not repeat it`,
    'The first key, then others, then its revocation':
      'key-lifecycle: stays revoked over a restart\nkeys: keeps the last key with all rights, until there is another one',
    'Webhooks are proven by each platform’s own signature': `webhooks: is believed only with the secret
      platforms/slack: refuses forged requests
      platforms/teams: refuses what the Bot Framework did not sign for this bot
      platforms/discord: takes presses on a public address, signed by Discord alone
      platforms/gchat: refuses forged events
      platforms/graph-api: refuses forged events and wrong verify tokens`,
    'A separate browser session protects the operator’s web interface':
      'console-session/access: grants what the role does, and the log of changes names the operator\nconsole-session/access: a key opens none of the routes that are for operators in person\nconsole-session/sign-in: ends after twelve hours without use, and after seven days with it',
  }),
  ...rowsOf('Events', {
    'Answer: sent when a prompt with callback_url is answered, to that address': answered,
    'Answer: X-Signature is HMAC-SHA256 over the raw body': `${answered}\ndurability/delivery: can be verified by the Standard Webhooks library and by its plain signature`,
    'Answer: correlation_id and answer.type and value': `${answered}\nanswers-by-text: is recorded, confirmed in the thread, called back as text, and closes the message`,
    'message.created: type, platform, channel_id, from, text; unsigned':
      'forwarding: reaches the one receiver of the channel as specified, unsigned, and is stored',
    'message.created: from tells who wrote': 'forwarding: names its sender by user name, else by name, else by id',
    'Inbound texts are stored, as retention lets them':
      'forwarding: reaches the one receiver of the channel as specified\nzero-retention: an inbound text is delivered and then nowhere: no table, no file, no log line',
  }),
  ...rowsOf('Errors', {
    'One field detail; validation may add issues':
      'prompt-limits: are all told at once when several are broken\nfuzz/requests: answers whatever it is asked, however wrong, as the contract says',
    '400':
      'bad-input: refuses %s with 400\ndeclared-refusals: an unknown query parameter is a 400 that every route declares',
    '401 and 403': scopes,
    '404':
      'prompts: %s is 404 with a sentence\nmessages: finds no message under %s\nchannels: %s of an unknown channel is 404 and names it',
    '409': 'channels: answers 409 for an id that exists, whether the channel is active or not',
    '415': 'prompt-upload: is answered with 415 as %s',
    '500 without internals, with request_id':
      './third-party-adapter: that fails unexpectedly is a 500 without its innards; the log has them under the request_id',
  }),
  ...rowsOf('Limits', {
    'Text 4096, options 10 of 64 characters, correlation_id 255, ttl_sec 0 to 604800': limits,
    'Options: 3 on WhatsApp and Messenger': 'option-limits: %s takes at most 3 options',
    'List limit 1 to 200':
      'prompt-list: holds 50 unless told otherwise, and at most 200\nprompt-list: refuses ?%s with 400\nchannel-list: refuses ?%s with 400\nmessages: refuses the query %s',
    'Key name 128':
      'keys: takes a name of 128 characters and a null beside what is used\nkeys: refuses %s and says which field',
    'Retention days 1 to 3650': 'settings: refuse %s',
    'Upload size':
      'prompt-upload-size: may be %s, to the byte\nprompt-upload-size: ends the connection early when it is far too large and %s',
    'One source of media': 'prompt-upload: comes from one source only',
  }),
  ...rowsOf('Versioning', {
    'Routes with a key live under /v1': scopes,
    'The description declares version 0.1.0':
      'openapi: is a valid OpenAPI 3.1 document of version 0.1.0, in which every reference leads somewhere',
    'Former addresses are gone, X-Admin-Token opens nothing':
      'odd-addresses: that is unknown is 404 or leads to the console; former addresses are gone and X-Admin-Token opens nothing',
  }),
];
