import type { SqlValue } from '../../src/sql/sql.js';

/** The migration that the first release ended with. */
export const firstMigration = '20260101000000_init';

const created = new Date('2026-11-21T09:00:00Z');
const answered = new Date('2026-11-21T09:05:00Z');
const expires = new Date('2099-01-01T00:00:00Z');

type Row = Readonly<Record<string, SqlValue>>;

const prompts: readonly Row[] = [
  { num: 1, state: 'answered', answered_at: answered, answer_type: 'option', answer: 'Deploy', answered_by_id: '7' },
  { num: 2, state: 'pending' },
  { num: 3, state: 'expired', closed_reason: 'cancelled' },
];

const deliveries: readonly Row[] = [
  { id: 'evt_1', state: 'delivered', attempts: 1, delivered_at: answered, last_status: 204 },
  { id: 'evt_2', state: 'pending', attempts: 2, last_error: 'connect ECONNREFUSED' },
  { id: 'evt_3', state: 'dead', attempts: 9, died_at: answered },
];

/** Rows as the first release stored them: a channel of each type, prompts in every state, messages, deliveries, a key. */
export const firstReleaseRows: readonly [table: string, Row][] = [
  ...[
    ['approvals', 'PROMPT'],
    ['chat', 'MESSAGE'],
  ].map(([channel_id = '', channel_type = '']): [string, Row] => [
    'channel',
    {
      organization_id: 'default',
      channel_id,
      platform: 'telegram',
      target_chat_id: '77',
      channel_type,
      is_active: true,
      callback_url: 'https://agent.example.com/answers',
      credentials: 'v1.sealed',
      account: '4711',
      health: 'ok',
      last_inbound_at: answered,
      revision: 3,
      created_at: created,
      updated_at: created,
    },
  ]),
  ...prompts.map((own): [string, Row] => [
    'prompt',
    {
      organization_id: 'default',
      channel_id: 'approvals',
      platform: 'telegram',
      chat_id: '77',
      account: '4711',
      text: `Deploy version ${Number(own['num'])}?`,
      options: JSON.stringify(['Deploy', 'Not today']),
      allow_text: true,
      callback_url: 'https://agent.example.com/answers',
      correlation_id: `release-${Number(own['num'])}`,
      notify_on_expiry: true,
      nonce: `nonce-${Number(own['num'])}`,
      message_id: String(100 + Number(own['num'])),
      message_ref: JSON.stringify({ id: 100 + Number(own['num']) }),
      created_at: created,
      expires_at: expires,
      ...own,
    },
  ]),
  ['prompt_message', { organization_id: 'default', channel_id: 'approvals', message_id: '102', prompt_num: 2 }],
  ...['inbound', 'outbound'].map((direction): [string, Row] => [
    'message',
    {
      organization_id: 'default',
      id: `msg_${direction}`,
      channel_id: 'chat',
      direction,
      text: `A text that is ${direction}`,
      platform: 'telegram',
      from_user: 'ada',
      from_id: '7',
      platform_message_id: '9',
      created_at: created,
    },
  ]),
  ...deliveries.map((own): [string, Row] => [
    'delivery',
    {
      organization_id: 'default',
      event_type: 'prompt.answered',
      channel_id: 'approvals',
      prompt_num: 1,
      url: 'https://agent.example.com/answers',
      destination: 'https://agent.example.com',
      body: JSON.stringify({ event_id: own.id, type: 'prompt.answered', prompt_id: '#1' }),
      signed: true,
      erase: false,
      run_at: expires,
      created_at: answered,
      ...own,
    },
  ]),
  [
    'delivery_attempt',
    {
      organization_id: 'default',
      delivery_id: 'evt_2',
      number: 2,
      started_at: answered,
      duration_ms: 12,
      error: 'connect ECONNREFUSED',
    },
  ],
  [
    'api_key',
    {
      organization_id: 'default',
      id: 'key_1',
      name: 'agent',
      key_prefix: 'gw_abc',
      hash: 'a hash',
      scopes: JSON.stringify(['prompts:write']),
      created_at: created,
    },
  ],
  [
    'account_state',
    {
      organization_id: 'default',
      platform: 'telegram',
      account: '4711',
      key: 'offset',
      value: '12',
      updated_at: created,
    },
  ],
];
