import { rowsOf } from './row.mjs';

const everyField = 'prompts: has every field, with defaults';
const answered =
  './first-answer: is posted, answered by a press, closed in the chat and called back once with a signature over the raw body';

/** Model, records and states. */
export const resources = [
  ...rowsOf('The model', {
    'A channel binds a platform, its credentials and a chat to a stable id; one instance serves many bots': [
      'channels: posts through the new bot as soon as its token is set',
      'answers-by-press: reaches all channels of a bot through one poller',
    ],
    'PROMPT channels ask and bring the answer back to the asker': answered,
    'MESSAGE channels forward to one callback_url, with no fan-out':
      'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
    'Any holder of a key with the scope may use any channel': 'keys: is shown once and works at once within its scopes',
    'Many clients ask on one channel; each answer goes to its own prompt’s callback_url': [
      './durability/exactly-one-answer: a prompt records exactly one answer',
      './durability/delivery: is not delayed by callbacks to a hanging receiver',
    ],
    'Active channels that share platform, chat and credentials are warned of':
      'channels: warns of an active duplicate: same platform, chat and credentials',
    'Bots start and stop with their channels; the client needs no SDK': [
      'channels: makes the channel inactive, is idempotent, and stops polling its bot',
      'durability/two-instances: serve a channel that was created on the other',
    ],
    'Without a public address the first platform is polled, with one it reports by webhook': [
      'webhooks: rejects events and names PUBLIC_WEBHOOK_URL',
      'webhooks: is registered with address and secret, and its presses and texts answer prompts',
    ],
    'All seven platforms ask, take a press and call back': `${answered}
      platforms/slack: asks, records the press, calls back signed, closes the message and shows a later press the answer
      platforms/teams: asks, records the press, calls back signed, closes the message for all and shows a later press the answer
      platforms/discord: asks, records one press, closes the message and shows later presses the answer
      platforms/gchat: accepts an answer by number, by quotation and in the thread, once each
      platforms/whatsapp: asks, records a press, confirms it, calls back signed, and shows later presses the answer
      platforms/messenger: asks, records a press, confirms it, calls back signed, and shows later presses the answer`,
    'Port 8100 unless told otherwise': './config: settings',
  }),
  ...rowsOf('Settings by name', {
    'USE_AUTH=true asks for a key on /v1': 'access: checks the key before it reads the query or the body',
    'GATEWAY_API_KEY makes the first key, with all rights':
      'key-lifecycle: is created at the first start with all rights, and audited',
    'GATEWAY_API_KEY makes none beside others, nor without authentication': [
      'key-lifecycle: is not replaced when the setting changes',
      'key-lifecycle: is not created without authentication, nor when a key exists',
    ],
    'CALLBACK_SIGNING_SECRET signs the answer': answered,
    'DEFAULT_PROMPT_CHANNEL_ID stands in for a channel':
      'prompts: goes to DEFAULT_PROMPT_CHANNEL_ID without a channel_id',
    'MEDIA_ALLOWED_DIR holds media_path': 'prompt-media-path: rejects a path %s',
    'MAX_MEDIA_SIZE_MB bounds uploads, 2 when unset': 'prompt-upload-size: is limited to %s, exactly',
    'PUBLIC_WEBHOOK_URL forms webhook addresses': 'channels: shows webhook_url only with PUBLIC_WEBHOOK_URL',
    'ENABLE_DOCS=true serves /openapi.json': 'openapi: is served only with ENABLE_DOCS=true',
    'CLEAN_ON_BOOT clears stale state':
      'retention: with CLEAN_ON_BOOT removes finished deliveries before the gateway serves, and keeps pending ones',
  }),
  ...rowsOf('Records: prompt', {
    'id #<n>, encoded %23 in addresses, and prompt_num': 'prompts: counts from 1 and is accepted with and without %23',
    'chat_id, text, media_url, options, allow_text, callback_url, correlation_id, created_at, expires_at': everyField,
    'state, answered_at, answered_by_id, answered_by_username, answer': `${answered}\nanswers-by-text: accepts an answer from any member and records who it was`,
    'correlation_id comes back with the answer': answered,
  }),
  ...rowsOf('Records: channel', {
    'channel_id is stable and unique': 'channels: creates one channel when eight requests use the same id',
    'platform, channel_type and channel_id cannot be changed': 'channels: rejects a change of %s',
    'target_chat_id has at least 1 character': 'channels: rejects %s with 400 and names the field',
    'channel_type is MESSAGE unless PROMPT': 'channels: creates a MESSAGE channel by default',
    'is_active and the other fields in the list':
      'channel-list: lists every channel, newest first, inactive ones too, without credentials',
    'callback_url is required on MESSAGE': 'channels: rejects a MESSAGE channel with callback_url %s',
    'Credentials go in and never come out': [
      'credentials: never appear in clear text in the database, its WAL, a response or the log',
      'channel-list: lists every channel, newest first, inactive ones too, without credentials',
    ],
  }),
  ...rowsOf('Records: message', {
    'Outbound: every field, with the key that sent it':
      'messages: are posted unchanged and stored with the id of the key',
    'Inbound: stored with who wrote it':
      'forwarding: is posted to the channel’s receiver without X-Signature, and stored',
  }),
  ...rowsOf('Records: API key', {
    'id, name, key_prefix, scopes, created_at; the key itself once':
      'keys: is shown once and works at once within its scopes',
    revoked_at: 'keys: takes effect at once, keeps the record and is idempotent',
    last_used_at: 'key-lifecycle: is recorded to the minute within five seconds',
  }),
  ...rowsOf('Records: settings, status, error', {
    'Every retention setting is kept': 'settings: are off by default, accept partial changes and survive a restart',
    'updated_at is ignored on update': 'settings: are off by default, accept partial changes and survive a restart',
    'status, database and the counts': [
      'status: counts active channels, pending prompts and prompts answered within a day',
      'status: reports an unusable database with status 200',
    ],
    'platforms: a count for each': 'status: counts active channels, pending prompts and prompts answered within a day',
    'Every error has a detail':
      './fuzz/requests: the gateway answers any valid or invalid request as the contract says, with bounded time and memory',
  }),
  ...rowsOf('States: prompt', {
    'Asked: pending, posted, expires_at from ttl_sec': [
      'prompts: with ttl_sec %s expires after %i s',
      './first-answer: is posted, answered by a press, closed in the chat and called back once with a signature over the raw body',
    ],
    'Pressed while pending: answered, recorded, called back signed': answered,
    'Answered in words where allowed: recorded as text, confirmed in the thread, called back':
      'answers-by-text: is recorded, confirmed in the thread and called back, and closes the message',
    'Words where none are allowed change nothing':
      'answers-by-text: is refused with a reason when %s, and changes nothing',
    'Time over: expired in the background': 'prompts: is expired from its last instant on, and its message is closed',
    'ID:#n, ID:n, ID #n, ID-n, in any case, then the text': [
      'answers-by-text: is accepted in the form %j',
      'packages/core/test/text-reply: a text that names a prompt',
    ],
  }),
  ...rowsOf('States: channel', {
    'Registered: active, 201': 'channels: answers 201 and names the registered channel',
    'Deleted: inactive, 200': 'channels: makes the channel inactive, is idempotent, and stops polling its bot',
    'Patched: active again': 'channels: reactivates an inactive channel with %s',
    'An id that exists is 409, inactive ones too': 'channels: answers 409 for the id of an active or inactive channel',
  }),
];
