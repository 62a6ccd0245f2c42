import { rowsOf } from './row.js';

const everyField = 'prompts: returns a record with every field, defaults filled in';
const answered = './first-answer: posts the question, takes the press, closes the message and calls back once';

/** Model, records and states. */
export const resources = [
  ...rowsOf('The model', {
    'A channel binds a platform, its credentials and a chat to a stable id; one instance serves many bots':
      'channels: speaks through the new bot as soon as its token is given\nanswers-by-press: is heard by one poller for all channels of a bot',
    'PROMPT channels ask and bring the answer back to the asker': answered,
    'MESSAGE channels forward to one callback_url, with no fan-out':
      'forwarding: reaches the one receiver of the channel as specified, unsigned, and is stored',
    'Any holder of a key with the scope may use any channel':
      'keys: is shown once, and works at once within its scopes',
    'Many clients ask on one channel; each answer goes to its own prompt’s callback_url':
      './durability/exactly-one-answer: a question has exactly one answer\n./durability/delivery: does not wait for those to a receiver that hangs',
    'Active channels that share platform, chat and credentials are warned of':
      'channels: warns of an active twin: same platform, chat and credentials',
    'Bots start and stop with their channels; the client needs no SDK':
      'channels: makes it inactive, once and again, and stops the polling of its bot\ndurability/two-instances: serve a channel that was created on the other',
    'Without a public address the first platform is polled, with one it reports by webhook':
      'webhooks: has no webhook, and the address says what to set\nwebhooks: is told the address and a secret, and its presses and texts answer prompts',
    'All seven platforms ask, take a press and call back': `${answered}
      platforms/slack: asks, takes the press, calls back signed
      platforms/teams: asks, takes the press, calls back signed
      platforms/discord: asks, takes one press, closes the message
      platforms/gchat: takes an answer by its number, by a quotation
      platforms/whatsapp: asks, takes a press, says what counted
      platforms/messenger: asks, takes a press, says what counted`,
    'Port 8100 unless told otherwise': './config: settings',
  }),
  ...rowsOf('Settings by name', {
    'USE_AUTH=true asks for a key on /v1': 'access: checks the key before anything else in a request',
    'GATEWAY_API_KEY makes the first key, with all rights':
      'key-lifecycle: is made at the first start, with all rights, and the log says so',
    'GATEWAY_API_KEY makes none beside others, nor without authentication':
      'key-lifecycle: makes no second one when the setting has changed\nkey-lifecycle: is not made without authentication, nor after a key that was made then',
    'CALLBACK_SIGNING_SECRET signs the answer': answered,
    'DEFAULT_PROMPT_CHANNEL_ID stands in for a channel':
      'prompts: uses DEFAULT_PROMPT_CHANNEL_ID when no channel is named',
    'MEDIA_ALLOWED_DIR holds media_path': 'prompt-media-path: is refused when it names what lies %s',
    'MAX_MEDIA_SIZE_MB bounds uploads, 2 when unset': 'prompt-upload-size: may be %s, to the byte',
    'PUBLIC_WEBHOOK_URL forms webhook addresses':
      'channels: gives its webhook address only where there is a public one',
    'ENABLE_DOCS=true serves /openapi.json': 'openapi: is served only with ENABLE_DOCS=true',
    'CLEAN_ON_BOOT clears stale state':
      'retention: CLEAN_ON_BOOT clears what is over before it serves, and keeps what is pending or owed',
  }),
  ...rowsOf('Records: prompt', {
    'id #<n>, encoded %23 in addresses, and prompt_num': 'prompts: counts from 1 and reads back with %23 and without',
    'chat_id, text, media_url, options, allow_text, callback_url, correlation_id, created_at, expires_at': everyField,
    'state, answered_at, answered_by_id, answered_by_username, answer': `${answered}\nanswers-by-text: takes answers from any member, and tells who it was`,
    'correlation_id comes back with the answer': answered,
  }),
  ...rowsOf('Records: channel', {
    'channel_id is stable and unique': 'channels: registers an id once, however many ask at the same time',
    'platform, channel_type and channel_id cannot be changed': 'channels: refuses a change of %s',
    'target_chat_id has at least 1 character': 'channels: refuses %s and says which field',
    'channel_type is MESSAGE unless PROMPT': 'channels: makes a MESSAGE channel unless told otherwise',
    'is_active and the other fields in the list':
      'channel-list: holds every channel, newest first, inactive ones too, and never a credential',
    'callback_url is required on MESSAGE': 'channels: refuses a MESSAGE channel with callback_url %s',
    'Credentials go in and never come out':
      'credentials: are kept nowhere in the clear\nchannel-list: holds every channel, newest first, inactive ones too, and never a credential',
  }),
  ...rowsOf('Records: message', {
    'Outbound: every field, with the key that sent it':
      'messages: reaches the chat as it was written and is stored with the key that sent it',
    'Inbound: stored with who wrote it':
      'forwarding: reaches the one receiver of the channel as specified, unsigned, and is stored',
  }),
  ...rowsOf('Records: API key', {
    'id, name, key_prefix, scopes, created_at; the key itself once':
      'keys: is shown once, and works at once within its scopes',
    revoked_at: 'keys: ends a key at once, keeps its record and changes nothing the second time',
    last_used_at: 'key-lifecycle: is known to the minute, a few seconds later',
  }),
  ...rowsOf('Records: settings, status, error', {
    'Every retention setting is kept':
      'settings: keep everything until they are changed, take partial changes, and survive a restart',
    'updated_at is ignored on update':
      'settings: keep everything until they are changed, take partial changes, and survive a restart',
    'status, database and the counts':
      'status: counts active channels, pending prompts and those answered within a day\nstatus: says that the database cannot be used, with 200',
    'platforms: a count for each': 'status: counts active channels, pending prompts and those answered within a day',
    'Every error has a detail': './fuzz/requests: answers whatever it is asked, however wrong, as the contract says',
  }),
  ...rowsOf('States: prompt', {
    'Asked: pending, posted, expires_at from ttl_sec':
      'prompts: with ttl_sec %s expires after %i s\n./first-answer: posts the question',
    'Pressed while pending: answered, recorded, called back signed': answered,
    'Answered in words where allowed: recorded as text, confirmed in the thread, called back':
      'answers-by-text: is recorded, confirmed in the thread, called back as text, and closes the message',
    'Words where none are allowed change nothing':
      'answers-by-text: is refused with the reason where %s, and changes nothing',
    'Time over: expired in the background':
      'prompts: reads as expired from its last instant on, and its message is closed',
    'ID:#n, ID:n, ID #n, ID-n, in any case, then the text':
      'answers-by-text: is taken in the form %j\npackages/core/test/text-reply: a text that names a prompt',
  }),
  ...rowsOf('States: channel', {
    'Registered: active, 201': 'channels: answers 201 with a sentence that names the channel as registered',
    'Deleted: inactive, 200': 'channels: makes it inactive, once and again, and stops the polling of its bot',
    'Patched: active again': 'channels: reactivates an inactive channel with %s',
    'An id that exists is 409, inactive ones too':
      'channels: answers 409 for an id that exists, whether the channel is active or not',
  }),
];
