/** What an agent and people do, for a gateway and for its fakes. `#1` is the first question of a scenario. */
export type Step =
  /** The reply is compared. `key`: the Idempotency-Key. */
  | { readonly request: string; readonly body?: unknown; readonly key?: string }
  /** The same, while the other steps are made. They begin when the request waits. */
  | { readonly held: string; readonly during: readonly Step[] }
  | { readonly answer: number; readonly given: Given }
  /** Seconds. */
  | { readonly advance: number }
  | { readonly takeBack: number }
  /** The newest callback about a question is compared, and its signature checked. */
  | { readonly callback: number }
  /** A person writes in the MESSAGE channel. */
  | { readonly write: string }
  /** The callback about the text that a person wrote is compared. */
  | { readonly messageCallback: string }
  /** So many events of the stream are compared. */
  | { readonly events: number };

/** An answer as the fakes take it. */
export type Given =
  | { readonly decision: 'approve' | 'reject'; readonly reason?: string }
  | { readonly decision: 'edit'; readonly args: Readonly<Record<string, string>> }
  | { readonly decision: 'respond'; readonly text: string }
  | { readonly option: string }
  | { readonly text: string };

const ask = (body: object = {}, key?: string): Step => ({
  request: 'POST /v1/prompts/new',
  body: { text: 'Ship it?', channel_id: '$channel', ...body },
  ...(key !== undefined && { key }),
});
const get = (path = '/v1/prompts/1'): Step => ({ request: `GET ${path}` });
const consume = (used: object, key?: string): Step => ({
  request: 'POST /v1/prompts/1/consume',
  body: used,
  ...(key !== undefined && { key }),
});
const note = (text: string, key?: string): Step => ({
  request: 'POST /v1/prompts/1/notes',
  body: { kind: 'progress', text },
  ...(key !== undefined && { key }),
});

const action = { name: 'deploy', args: { service: 'api', version: '1' } };
const decide = { action, decisions: ['approve', 'reject'] };
const approve: Given = { decision: 'approve' };
const callbackUrl = '$callback';
const other = { ...action, args: { ...action.args, version: '2' } };

/** Arguments whose canonical form differs from what most programs write. */
const unusual = {
  numbers: [1e21, 1e-7, 0.1, -0, 100, 4.5, 123456.789, 1e-6, 5e-324],
  'a/"\\\n\u0001\u007f€😀': null,
  '😀': true,
  ﬁ: false,
  Z: {},
  z: [[], { b: 1, a: 2 }],
};

export const scenarios: Readonly<Record<string, readonly Step[]>> = {
  'a question with options': [
    ask({ options: ['Yes', 'No'], correlation_id: 'release-1', callback_url: callbackUrl }),
    get(),
    { answer: 1, given: { option: 'Yes' } },
    get('/v1/prompts/%231'),
    { callback: 1 },
  ],
  'a text answer, and one that is the label of a button': [
    ask({ allow_text: true, options: ['Yes', 'No'] }),
    ask({ allow_text: true, options: ['Yes', 'No'] }),
    { answer: 1, given: { text: ' yes ' } },
    { answer: 2, given: { text: 'Perhaps tomorrow' } },
    get(),
    get('/v1/prompts/2'),
  ],
  'a question that cannot be answered': [ask(), ask({ ttl_sec: 0 }), get('/v1/prompts/2')],
  'an approval': [
    ask({ ...decide, callback_url: callbackUrl }),
    get(),
    { answer: 1, given: approve },
    get(),
    { callback: 1 },
  ],
  'a rejection with words': [
    ask({ ...decide, ask_reason: 'on_reject', callback_url: callbackUrl }),
    { answer: 1, given: { decision: 'reject', reason: 'Not on a Friday.' } },
    get(),
    consume({ action }),
    { callback: 1 },
  ],
  'an edit of the arguments': [
    ask({ action, decisions: ['approve', 'edit'], callback_url: callbackUrl }),
    { answer: 1, given: { decision: 'edit', args: { service: 'api', version: '2' } } },
    get(),
    consume({ action }),
    consume({ action: other }),
    { callback: 1 },
  ],
  'a response by a button with a label': [
    ask({ action, decisions: ['approve', 'respond'], labels: { respond: 'Say more' } }),
    { answer: 1, given: { decision: 'respond', text: 'Which version?' } },
    get(),
    consume({ action }),
  ],
  'a decision without an action': [ask({ decisions: ['approve', 'reject'] }), { answer: 1, given: approve }, get()],
  'options that let an action run': [
    ask({ action, options: ['Ship it', 'No'], approving_options: ['Ship it'], callback_url: callbackUrl }),
    ask({ action, options: ['Ship it', 'No'], approving_options: ['Ship it'] }),
    { answer: 1, given: { option: 'Ship it' } },
    { answer: 2, given: { option: 'No' } },
    get(),
    consume({ action }),
    { request: 'POST /v1/prompts/2/consume', body: { action } },
    { callback: 1 },
  ],
  'the use of an approval, once': [
    ask(decide),
    consume({ action }),
    { answer: 1, given: approve },
    consume({ action: other }),
    consume({ action, action_digest: `sha256:${'0'.repeat(64)}` }),
    consume({ action_digest: 'sha256:1' }),
    { advance: 5 },
    consume({ action }),
    consume({ action }),
    get(),
  ],
  'the use of an approval with a key': [
    ask(decide),
    { answer: 1, given: approve },
    consume({ action }, 'run'),
    { advance: 60 },
    consume({ action }, 'run'),
    consume({ action: other }, 'run'),
    consume({ action }, 'another run'),
    consume({ action }, 'another-run'),
  ],
  'an approval without arguments': [
    ask({ action: { name: 'restart' }, decisions: ['approve', 'reject'] }),
    { answer: 1, given: approve },
    get(),
    consume({ action: { name: 'restart', args: {} } }),
  ],
  'an approval that lapses': [
    ask({ ...decide, consume_within_sec: 60 }),
    { answer: 1, given: approve },
    { advance: 61 },
    consume({ action: other }),
    consume({ action }),
  ],
  'an approval that is taken back': [
    ask({ ...decide, callback_url: callbackUrl }),
    { answer: 1, given: approve },
    { takeBack: 1 },
    get(),
    consume({ action }),
    { callback: 1 },
  ],
  'the digest of unusual arguments': [
    ask({ action: { name: 'Größe', args: unusual }, decisions: ['approve', 'reject'] }),
    { answer: 1, given: approve },
    get(),
    consume({ action: { name: 'Größe', args: unusual } }),
  ],
  'what has no approval': [
    ask({ options: ['Yes'] }),
    consume({ action }),
    ask(decide),
    { request: 'POST /v1/prompts/2/cancel' },
    { request: 'POST /v1/prompts/2/consume', body: { action } },
  ],
  'a question that expires': [
    ask({ options: ['Yes'], ttl_sec: 60, callback_url: callbackUrl, notify_on_expiry: true }),
    { advance: 60 },
    get(),
    { callback: 1 },
    { request: 'POST /v1/prompts/1/cancel' },
  ],
  'a question that is cancelled': [
    ask({ options: ['Yes'], callback_url: callbackUrl, notify_on_expiry: true }),
    { advance: 5 },
    { request: 'POST /v1/prompts/1/cancel' },
    { request: 'POST /v1/prompts/1/cancel' },
    { callback: 1 },
  ],
  'a wait that ends with the answer': [
    ask({ options: ['Yes', 'No'] }),
    { held: 'GET /v1/prompts/1?wait=50', during: [{ advance: 20 }, { answer: 1, given: { option: 'No' } }] },
    get('/v1/prompts/1?wait=50'),
  ],
  'a wait that ends with its time, and one with that of the question': [
    ask({ options: ['Yes', 'No'], ttl_sec: 70 }),
    { held: 'GET /v1/prompts/1?wait=50', during: [{ advance: 51 }] },
    { held: 'GET /v1/prompts/1?wait=50', during: [{ advance: 20 }] },
    get('/v1/prompts/1?wait=61'),
    get('/v1/prompts/1?wait=soon'),
  ],
  'the same key': [
    ask({ options: ['Yes'] }, 'release'),
    ask({ options: ['Yes'], allow_text: null, ttl_sec: 3600 }, 'release'),
    ask({ options: ['No'] }, 'release'),
    { answer: 1, given: { option: 'Yes' } },
    ask({ options: ['Yes'] }, 'release'),
    { advance: 86_401 },
    ask({ options: ['No'] }, 'no spaces, please'),
  ],
  'a key after a refused request': [
    ask({ options: ['Yes'], channel_id: 'nowhere' }, 'release'),
    ask({ options: ['Yes'] }, 'release'),
  ],
  'a correlation id that is used again': [
    ask({ options: ['Yes'], correlation_id: '$scenario' }),
    ask({ options: ['Yes'], correlation_id: '$scenario' }),
    { answer: 1, given: { option: 'Yes' } },
    get('/v1/prompts?correlation_id=$scenario'),
    get('/v1/prompts?correlation_id=$scenario&state=all'),
    get('/v1/prompts?correlation_id=$scenario&state=answered&limit=1'),
  ],
  'the same question while it is pending': [
    ask({ ...decide, collapse: true }),
    ask({ ...decide, text: 'Again?', collapse: true }),
    ask({ ...decide, collapse: true, correlation_id: 'other' }),
    { answer: 1, given: approve },
    ask({ ...decide, collapse: true }),
  ],
  'a batch': [
    {
      request: 'POST /v1/prompts/batch',
      key: 'batch',
      body: {
        prompts: [
          { text: 'Berlin?', options: ['Yes'], channel_id: '$channel' },
          { text: 'Nowhere?', options: ['Yes'], channel_id: 'nowhere' },
          { text: '', channel_id: '$channel' },
          { text: 'Tokyo?', ...decide, channel_id: '$channel' },
        ],
      },
    },
    {
      request: 'POST /v1/prompts/batch',
      key: 'batch',
      body: { prompts: [{ text: 'Berlin?', options: ['Yes'], channel_id: '$channel' }] },
    },
    { request: 'POST /v1/prompts/batch', body: { prompts: [] } },
    get('/v1/prompts/2'),
  ],
  notes: [
    ask({ options: ['Yes'] }),
    note('It begins.', 'note'),
    note('It begins.', 'note'),
    note('It goes on.'),
    { advance: 11 },
    { request: 'POST /v1/prompts/1/notes', body: { kind: 'done', text: 'Done.', url: 'https://ci.example.com/7' } },
    { request: 'POST /v1/prompts/1/notes', body: { kind: 'over', text: ' ' } },
    get(),
    { request: 'POST /v1/prompts/70000/notes', body: { kind: 'done', text: 'Done.' } },
  ],
  messages: [
    { request: 'POST /v1/messages/send', body: { channel_id: '$talk', text: 'Hello' }, key: 'message' },
    { request: 'POST /v1/messages/send', body: { channel_id: '$talk', text: 'Hello' }, key: 'message' },
    { request: 'POST /v1/messages/send', body: { channel_id: '$talk', text: '' } },
    { request: 'POST /v1/messages/send', body: { channel_id: 'nowhere', text: 'Hello' } },
    { request: 'POST /v1/messages/send', body: { channel_id: '$channel', text: 'Hello' } },
    { write: 'What is new?' },
    { messageCallback: 'What is new?' },
    get('/v1/messages?channel_id=$talk'),
    { events: 2 },
  ],
  events: [
    ask({ ...decide, correlation_id: '$scenario' }),
    { answer: 1, given: approve },
    note('It begins.'),
    consume({ action }),
    ask({ options: ['Yes'], ttl_sec: 60 }),
    { advance: 60 },
    { events: 6 },
  ],
  'a question in a channel that does not take it': [ask({ channel_id: 'nowhere' }), ask({ channel_id: '$talk' })],
  'questions that do not exist': [
    get('/v1/prompts/70000'),
    get('/v1/prompts/seven'),
    { request: 'POST /v1/prompts/70000/consume', body: { action } },
    { request: 'POST /v1/prompts/70000/cancel' },
  ],
  'fields of a question that are wrong': [
    ask({ text: '' }),
    ask({ text: ' \n' }),
    ask({ text: 'x'.repeat(4097) }),
    ask({ text: null }),
    { request: 'POST /v1/prompts/new', body: { channel_id: '$channel', options: ['Yes'] } },
    ask({ somewhere: 1 }),
    ask({ options: 'Yes' }),
    ask({ options: ['Yes', 'yes', 'Yes'] }),
    ask({ options: Array.from({ length: 11 }, (_, index) => `Option ${index}`) }),
    ask({ options: ['x'.repeat(65), ''] }),
    ask({ allow_text: 'yes' }),
    ask({ ttl_sec: 604_801 }),
    ask({ ttl_sec: -1 }),
    ask({ ttl_sec: 1.5 }),
    ask({ ttl_sec: '60' }),
    ask({ correlation_id: 'x'.repeat(256) }),
    ask({ callback_url: 'agent.example.com' }),
    ask({ media_url: 'https://example.com/a.png', media_path: 'a.png' }),
    ask({ channel_id: 'not a channel' }),
    ask({ collapse: true }),
    ask({ text: 7, options: [7], ttl_sec: true, allow_text: 1 }),
  ],
  'fields of a decision that are wrong': [
    ask({ decisions: [] }),
    ask({ decisions: 'approve' }),
    ask({ decisions: ['approve', 'approve'] }),
    ask({ decisions: ['allow'] }),
    ask({ decisions: ['approve', 'edit'] }),
    ask({ decisions: ['approve'], options: ['Yes'], allow_text: true }),
    ask({ decisions: ['approve'], labels: { reject: 'No' } }),
    ask({ decisions: ['approve', 'reject'], labels: { approve: 'OK', reject: ' ok' } }),
    ask({ decisions: ['approve', 'reject'], labels: { approve: 'Reject', reject: 'No' } }),
    ask({ labels: { reject: 'No' }, ask_reason: 'always', reason_wait_sec: 5 }),
    ask({ consume_within_sec: 60, approving_options: ['Yes'], options: ['Yes', 'No'] }),
    ask({ action, options: ['Yes', 'No'], approving_options: ['Perhaps'] }),
    ask({ action, options: ['Yes', 'No'], approving_options: ['Yes', 'No'] }),
    ask({ action: { name: '', args: [] } }),
    ask({ action: { name: 'deploy', arguments: {} } }),
    ask({ action: 'deploy' }),
    ask({ ...decide, action: { name: 'deploy', risk: 'extreme', summary: 7 } }),
    ask({ ...decide, ask_reason: 'sometimes', reason_wait_sec: 601, consume_within_sec: 0 }),
  ],
};
