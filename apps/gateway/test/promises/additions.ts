import { rowsOf } from './row.js';

/** What the interface has beyond its first form. */
export const additions = rowsOf('Additions', {
  'GET /v1/prompts/{id}?wait=: answers as soon as the prompt is over':
    'prompt-wait: ends as soon as the answer is there\nprompt-wait: returns the record as it is when the time is over\nprompt-wait: refuses wait=%s with 400',
  'GET /v1/events: resumable, each scope sees its own':
    'events: tells of a question, its answer, the callback and the messages, in order, each as the API shows it\nevents: goes on after the last event that a reader has seen\nevents: shows each key what its scopes let it read, and ends with the key',
  'Idempotency-Key: replayed, 422, 409, 24 h, per key':
    'idempotency: lets a question be asked once\nidempotency: that was used for something else is refused with 422\nidempotency: answers 409 while the first request is under way\nidempotency: is forgotten after 24 hours\nidempotency: belongs to the API key that sent it',
  'POST /v1/prompts/{id}/cancel: expired, cancelled, closed; 409 when over':
    'prompt-cancel: expires it, closes its message, and takes no answer any more\naudit: tells of a prompt that was withdrawn, not of a second attempt',
  'Cancelling closes the chat message': 'prompt-cancel: expires it, closes its message, and takes no answer any more',
  'notify_on_expiry sends prompt.expired, signed':
    'prompt-cancel: sends prompt.expired (%s), signed like an answer, when %s',
  'Filters: prompts by channel, correlation id and text':
    'prompt-list: filters by channel, correlation id and part of the question, taken literally and in any case',
  'Filters: messages by text': 'messages: lists messages newest first, by direction, channel and text, page by page',
  'Filters: channels by activity and text':
    'channel-list: is filtered by platform, type, activity and part of the id or target',
  'Revoked keys are listed too': 'keys: lists keys newest first, revoked ones too, page by page',
  'POST /v1/prompts/{id}/answer from the console; a key gets 403':
    'console-session/answering: counts like one from the chat: recorded as the operator, called back, and the chat message closed\nconsole-session/answering: wins against presses at the same moment, or loses, and only once\nconsole-session/answering: is for operators in person: a key, an open gateway and a viewer are refused',
  'GET /v1/channels/{id}: webhook_url, times, health':
    'channels: gives its webhook address only where there is a public one\nchannels: shows its health: working, or what is wrong and what to do',
  'POST /v1/channels/{id}/test and /v1/channels/test':
    'channel-test: tells whose the credentials are and that the chat can be reached, saved or not\nchannel-test: tells what is wrong and what to do, never the token',
  'GET /v1/platforms: form, capabilities, limits, guide':
    './third-party-adapter: is served like the others once PLATFORM_PACKAGES names it',
  'Filters: channels by health':
    'packages/store/test/ports/channels: channels are listed by health, which those that are inactive have none of\nchannel-list: is filtered by health, as its record tells it',
  'POST /v1/channels/test-callback: one signed event, nothing kept':
    'callback-test: posts one event, signed as every other, and tells what was answered; it is kept nowhere\ncallback-test: tells a failure in words\ncallback-test: refuses what no callback may go to, and names the setting',
  'POST /v1/keys/{id}/roll: the old key works on for the grace period':
    'key-roll: is replaced by one with its name and scopes, and works on until its grace period is over\nkey-roll: is revoked at once without a grace period\nkey-roll: cannot be rolled again, nor can one that is revoked or unknown\nkey-roll: is rolled only by who holds its scopes\nkey-roll: ends when the grace period of its key is over',
  'GET /v1/statistics: by hour or day, the median, callbacks, the queue, channels that fail':
    'statistics: tell hour by hour and day by day what was asked, answered, withdrawn and ran out, how quickly, and what was delivered\npackages/store/test/ports/statistics: active channels that fail are shown, latest trouble first and ten at most\npackages/store/test/ports/plans: no list, no worker and no inbound event reads a whole table',
  'A password in a callback_url is for those who may set it':
    'callback-address: a password in a callback_url is read by those who may set it, and by nobody else\ncallback-address: an address without a password is shown as it was given',
  'POST /v1/settings/preview: what a change would remove, and what the last run removed':
    'retention-preview: counts what the change would remove and removes nothing\nretention-preview: refuses what the change itself would be refused for',
  'Deliveries: found by message':
    'forwarding: reaches the one receiver of the channel as specified, unsigned, and is stored',
  'Messages name the operator who sent them': 'messages: names the operator who sent it from the console',
  'Deliveries: listed and found':
    'deliveries: are listed newest first, page by page, and found by state, channel, prompt and event',
  'Deliveries: every attempt': 'deliveries: tell what was posted, byte for byte, with every attempt',
  'Deliveries: sent again, one or all that are dead':
    'deliveries: that are dead begin their schedule anew, and attempts go on counting\ndeliveries: that are dead and match are all sent again by one request, which tells how many\ndeliveries-bulk: are counted first if asked, then retried in batches, all of them and each once',
  'Audit: who did what to which, when, from where':
    'audit: tells who made and revoked a key, when and from where\naudit: is found by action, resource and actor, page by page\nconsole-session/audit-names: the audit log names people and keys, also those who are gone',
  'GET /readyz tells of the database': 'durability/outage: callers hear 503 at worst, and everything else goes on',
  'GET /metrics by token or from this machine alone':
    'metrics: need the token where there is one, from this machine too\nmetrics: go to this machine alone without a token, and not through a proxy on it',
  'Each adapter’s address can be set':
    './first-answer: posts the question\n./third-party-adapter: is served like the others once PLATFORM_PACKAGES names it',
  'Callback and media addresses: never link-local and the like': 'outgoing: may never be %s',
  'Callback and media addresses: private ones only where allowed, checked when connecting':
    'outgoing: may not be private with authentication (%s), and the refusal names the setting\noutgoing: may be private when OUTBOUND_ALLOWED_HOSTS is %s\noutgoing: is checked again on what its name resolves to, when the callback is sent',
  'The operator’s console': '',
});
