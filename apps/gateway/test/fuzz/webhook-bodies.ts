import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** Webhook requests of one platform: a channel to register, genuine bodies, and the headers that sign a body. */
export interface WebhookSource {
  readonly platform: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly target: string;
  readonly bodies: readonly string[];
  readonly headers: (body: Buffer) => Record<string, string>;
}

const hubSigned = (secret: string) => (body: Buffer) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});
const now = () => String(Math.floor(Date.now() / 1000));
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const json = (...values: unknown[]) => values.map((value) => JSON.stringify(value));

/** Webhook requests of the platforms that sign with a shared secret or a key pair. */
export const webhookSources: readonly WebhookSource[] = [
  {
    platform: 'whatsapp',
    credentials: {
      access_token: 'EAAG',
      phone_number_id: '106540352242922',
      app_secret: 'app secret',
      verify_token: 'verify',
    },
    target: '4915112345678',
    bodies: json(
      whatsapp({ id: 'wamid.1', from: '4915112345678', type: 'text', text: { body: 'ID:#1 yes' } }),
      whatsapp({
        id: 'wamid.2',
        from: '4915112345678',
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'p1.0.x', title: 'Yes' } },
        context: { id: 'wamid.0' },
      }),
      whatsapp({
        id: 'wamid.3',
        from: '4915112345678',
        type: 'image',
        image: { caption: 'look', mime_type: 'image/jpeg' },
      }),
    ),
    headers: hubSigned('app secret'),
  },
  {
    platform: 'messenger',
    credentials: { page_access_token: 'EAAG', app_secret: 'app secret', verify_token: 'verify' },
    target: '2001',
    bodies: json(
      {
        object: 'page',
        entry: [
          {
            id: '100',
            time: 1,
            messaging: [
              {
                sender: { id: '2001' },
                recipient: { id: '100' },
                timestamp: 1,
                message: { mid: 'm_1', text: 'ID:#1 yes' },
              },
            ],
          },
        ],
      },
      {
        object: 'page',
        entry: [
          {
            id: '100',
            time: 1,
            messaging: [
              {
                sender: { id: '2001' },
                recipient: { id: '100' },
                timestamp: 1,
                postback: { mid: 'm_2', title: 'Yes', payload: 'p1.0.x' },
              },
            ],
          },
        ],
      },
    ),
    headers: hubSigned('app secret'),
  },
  {
    platform: 'slack',
    credentials: { bot_token: 'xoxb-1', signing_secret: 'signing-secret' },
    target: 'C0123456789',
    bodies: [
      ...json(
        {
          type: 'event_callback',
          team_id: 'T1',
          api_app_id: 'A1',
          event_id: 'Ev1',
          event: { type: 'message', channel: 'C0123456789', user: 'U1', text: 'ID:#1 yes', ts: '1712345678.123456' },
        },
        { type: 'url_verification', challenge: 'c' },
      ),
      `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1', username: 'ada' }, channel: { id: 'C0123456789' }, message: { ts: '1712345678.123456' }, actions: [{ action_id: 'a', block_id: 'b', value: 'p1.0.x', action_ts: '1' }] }))}`,
    ],
    headers: (body) => {
      const time = now();
      return {
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${createHmac('sha256', 'signing-secret').update(`v0:${time}:`).update(body).digest('hex')}`,
      };
    },
  },
  {
    platform: 'discord',
    credentials: {
      bot_token: 'MTA1NzQ2',
      public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    },
    target: '1057510428359004343',
    bodies: json(
      { type: 1, id: '1', application_id: '2', token: 't', version: 1 },
      {
        type: 3,
        id: '1057',
        application_id: '2',
        token: 't',
        version: 1,
        channel_id: '1057510428359004343',
        member: { user: { id: '9', username: 'ada', discriminator: '0', avatar: null } },
        message: { id: '77', channel_id: '1057510428359004343' },
        data: { custom_id: 'p1.0.x', component_type: 2 },
      },
    ),
    headers: (body) => {
      const time = now();
      return {
        'x-signature-timestamp': time,
        'x-signature-ed25519': sign(null, Buffer.concat([Buffer.from(time), body]), privateKey).toString('hex'),
      };
    },
  },
];

/** Telegram updates; `secret` is the secret of its webhook. */
export function updatesOf(chat: number, secret: string): Pick<WebhookSource, 'bodies' | 'headers'> {
  const from = { id: chat, is_bot: false, first_name: 'Ada', username: 'ada' };
  const place = { id: chat, type: 'private', first_name: 'Ada' };
  return {
    bodies: json(
      { update_id: 11, message: { message_id: 901, date: 1, chat: place, from, text: 'ID:#1 yes' } },
      {
        update_id: 12,
        message: {
          message_id: 902,
          date: 1,
          chat: place,
          from,
          text: 'yes',
          reply_to_message: { message_id: 1, date: 1, chat: place },
        },
      },
      {
        update_id: 13,
        callback_query: {
          id: '77',
          from,
          chat_instance: '1',
          data: 'p1.0.x',
          message: { message_id: 1, date: 1, chat: place, text: 'Ship it?' },
        },
      },
      {
        update_id: 14,
        message: {
          message_id: 903,
          date: 1,
          chat: { id: -100, type: 'supergroup', title: 'T', is_forum: true },
          from,
          message_thread_id: 7,
          is_topic_message: true,
          caption: 'c',
        },
      },
      {
        update_id: 15,
        message: { message_id: 904, date: 1, chat: { id: -5, type: 'group', title: 'T' }, migrate_to_chat_id: -1005 },
      },
    ),
    headers: () => ({ 'x-telegram-bot-api-secret-token': secret }),
  };
}

function whatsapp(message: object) {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { phone_number_id: '106540352242922' },
              contacts: [{ wa_id: '4915112345678', profile: { name: 'Ada' } }],
              messages: [message],
            },
          },
        ],
      },
    ],
  };
}
