import { rowsOf } from './row.js';

/** Points of the interface that were decided here. */
export const decisions = rowsOf('Decisions', {
  'The agent preset reads and writes channels, prompts and messages': 'keys: of the preset %s holds exactly its scopes',
  'Form and checksum of a key; the plaintext once; only its hash is stored':
    'packages/core/test/secrets: has its form, its checksum, and a prefix that may be shown\npackages/core/test/secrets: is recognised as mistyped in any place\nkeys: is shown once, and works at once within its scopes',
  'A first key shorter than 16 characters stops the start':
    './start: when the first key is too short, without showing it',
  'Without USE_AUTH: rights of admin, a warning at start':
    './start: says where it listens, and without authentication warns of that',
  'Without USE_AUTH: foreign Host and Origin are 403':
    'access: refuses the name %s with 403\naccess: refuses the origin %s with 403\naccess: answers to the name %s',
  'With USE_AUTH: every address is listened on': 'access: listens on every address unless HOST says otherwise',
  'ttl_sec: null is 3600, 0 never':
    'prompts: with ttl_sec %s expires after %i s\nprompts: with ttl_sec 0 never expires',
  'Exactly one answer wins, in the transaction that owes the callback': `durability/exactly-one-answer: a question has exactly one answer
    packages/store/test/ports/answers: of hundreds of concurrent answers on two instances one wins, and one delivery is owed
    packages/store/test/ports/answers: all or nothing: when the delivery cannot be stored, the prompt stays open and the event unseen`,
  'Whoever comes too late is told, and no callback is sent':
    'answers-by-press: on a closed question is told so, and what the answer was\nanswers-by-text: after the end is refused although no pass has come by, and no callback is sent',
  'A reply counts only in the chat and for the bot of the prompt':
    'answers-by-text: in another chat is ordinary text: politely refused on a PROMPT channel, forwarded on a MESSAGE channel\nanswers-by-press: of a button made for another question or by somebody else answers nothing\nanswers-by-press: in another chat answers nothing, be it on a message of the same number',
  'A text reply to a closed, unknown or button-only prompt is told why':
    'answers-by-text: is refused with the reason where %s, and changes nothing',
  'Past its time a prompt reads as expired at once, and its message is closed':
    'prompt-list: shows each state as it is now, newest first; an overdue prompt is expired before any pass\nprompts: reads as expired from its last instant on, and its message is closed',
  'Sending answers 201 with the stored record, status, message_id, stored':
    'messages: reaches the chat as it was written and is stored with the key that sent it',
  'Sending under zero retention: 201 with stored false':
    'zero-retention: an outbound text is sent and kept nowhere, for a repeat of its request neither',
  'A key grants only what its creator holds': 'keys: lets a key grant what it holds, and its child no more',
  'Revoking: 200, again 200 unchanged, unknown 404, at once here and within 5 s elsewhere':
    'keys: ends a key at once, keeps its record and changes nothing the second time\nkeys: answers 404 for an unknown key and names it\nkey-lifecycle: learn of a revocation within 5 seconds even when nobody tells them',
  'The last key with admin stays':
    'keys: keeps the last key with all rights, until there is another one\nkeys: leaves one of two that revoke each other at the same time',
  'The last key with admin may go while a console operator exists':
    'console-session/operators: the last key with all rights may be revoked once there is an operator',
  'Unknown query values: 400':
    'prompt-list: refuses ?%s with 400\nchannel-list: refuses ?%s with 400\nmessages: refuses the query %s\ndeclared-refusals: an unknown query parameter is a 400',
  'Lists are newest first and continue by Link':
    'prompt-list: continues by the Link header without a gap or a repeat, though prompts are asked meanwhile\nchannel-list: continues by the Link header, filters kept',
  'Errors: detail, issues, 404, 405 with Allow, 400, 413':
    'odd-addresses: %s asked with %s answers 405 and says what it takes\nbad-input: refuses %s with 400\nbad-input: refuses a body that is too large with 413, plain or once unpacked\nbad-input: refuses a body %s with 400',
  'X-Request-Id on every response':
    'bad-input: still answers every error with X-Request-Id\nfuzz/requests: answers whatever it is asked, however wrong, as the contract says',
  'A 500 carries request_id and nothing internal':
    './third-party-adapter: that fails unexpectedly is a 500 without its innards; the log has them under the request_id',
  'Prompts are numbered from 1 without reuse; %23<n> and <n>':
    'prompts: is never given twice, however many ask at once\nprompts: is not used again after a restart, nor when the platform refused the prompt\nprompts: counts from 1 and reads back with %23 and without',
  'Slugs: 1 to 64 of A-Z a-z 0-9 . _ -':
    'channels: takes the longest id and target\nchannels: refuses %s and says which field',
  'Asking on a MESSAGE, inactive or unknown channel: 400': 'prompts: on a channel that is %s is refused with 400',
  'Sending on PROMPT or inactive: 400; unknown: 404': 'messages: refuses %s with %i',
  'No options and no text: accepted': 'prompt-limits: no options and no text allowed',
  'Equal options: 400': 'prompt-limits: two equal options',
  'The platform refuses: 400 with its reason, nothing is left behind':
    'durability/outage: because it %s, the asker hears why and nothing is left behind',
  'A short rate limit is waited for':
    'prompts: waits out a short rate limit of the platform\nprompts: tells of a long rate limit instead of waiting for it',
  'The answer’s callback has all its fields':
    './first-answer: posts the question, takes the press, closes the message and calls back once\nanswers-by-text: is recorded, confirmed in the thread, called back as text',
  'message.created has its additional fields':
    'forwarding: reaches the one receiver of the channel as specified, unsigned, and is stored',
  'Standard Webhooks headers by the same secret':
    'durability/delivery: can be verified by the Standard Webhooks library and by its plain signature\npackages/core/test/secrets: satisfies a Standard Webhooks verifier by each secret, the old one too',
  'At least once, over a crash at any instant':
    'durability/kill-nine: SIGKILL at any instant loses nothing and doubles nothing',
  'Schedule, jitter, dead at its end':
    'packages/core/test/schedule: tries after 5 s, 30 s, 2 min\npackages/core/test/schedule: adds up to 10 % of jitter\ndurability/delivery: that fails is sent again by the schedule, as the same event, and after the last time no more',
  '410 ends at once; a redirect is a failure; Retry-After up to 1 h':
    'durability/delivery: answered with 410 is not sent again\ndurability/delivery: [301, 302, 307, 308]\npackages/core/test/schedule: honours Retry-After up to an hour',
  'A slow receiver delays nobody else’s events':
    'durability/delivery: does not wait for those to a receiver that hangs\nforwarding: reaches its receiver although the receiver of another channel never answers',
  'First attempts in arrival order':
    'forwarding: is first attempted in the order in which it was written, also past one that is refused',
  'Retention in the background, zero retention at once':
    'retention: removes what has had its days soon after it is set, and hourly from then on; never what is pending or owed\nzero-retention: an inbound text is delivered and then nowhere: no table, no file, no log line',
  'An event counts once, however often it is reported':
    'answers-by-text: is taken in only once when the platform repeats it\nforwarding: is taken in once, however often and on however many connections the platform reports it\npackages/core/test/removal: remembers inbound events for 48 h',
  'Webhooks: 401 unproven, 404 for nobody, never 500':
    'webhooks: is believed only with the secret\nwebhooks: finds nobody at the address of %s\nfuzz/webhooks: takes whatever bytes a platform may send, proven as its own, without a failure',
  'A timestamp older than 5 minutes is 401':
    'packages/platform-slack/test/webhook: with %s %j is refused\npackages/platform-teams/test/webhook: allows clocks to differ by five minutes',
  'One organization, default; another in a webhook is 404': 'webhooks: finds nobody at the address of %s',
  'An id that no adapter serves: 400 on create':
    'channels: refuses %s and says which field\n./third-party-adapter: is served like the others once PLATFORM_PACKAGES names it',
  'CLEAN_ON_BOOT discards nothing that is pending or owed':
    'retention: CLEAN_ON_BOOT clears what is over before it serves, and keeps what is pending or owed',
  'Any PATCH reactivates, an empty one too': 'channels: reactivates an inactive channel with %s',
  'Credentials are sealed, and readable after a rotation':
    'credentials: are kept nowhere in the clear\ncredentials: stay readable when the key is replaced and the old one is named as previous',
  'Unknown or missing credentials: 400 naming the key':
    'channels: refuses credentials with %s, names the key and never shows the value',
  '/v1 takes the console’s session cookie, guarded against forgery':
    'console-session/access: grants what the role does, and the log of changes names the operator\nconsole-session/access: is answered %i when it comes %s\nconsole-session/access: ends an event stream with the session, by signing out as by running out\nconsole-session/sign-in: changes its token hourly; the old one is good for a minute more, and then no more',
});
