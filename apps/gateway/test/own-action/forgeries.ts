import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { signSlackRequest } from '@gateway/simulators/slack';
import { signBody } from '@gateway/simulators/whatsapp';

/** What an agent can do with a secret that it chose: it signs what the platform would say. */
export interface Forger {
  /** Credentials of the same bot with a secret of the agent; of another bot where the bot's token is the only secret. */
  credentials(genuine: Readonly<Record<string, string>>): Record<string, string>;
  /** A text of a person in a chat, as the platform would report it. Null: only the platform's own keys sign. */
  readonly say: ((said: Said) => { body: string; headers: Record<string, string> }) | null;
}

interface Said {
  readonly id: number;
  readonly chat: string;
  readonly person: string;
  readonly text: string;
  readonly genuine: Readonly<Record<string, string>>;
}

const MINE = 'a secret of the agent';
const seconds = () => Math.floor(Date.now() / 1000);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

const hubSigned = (content: object) => {
  const body = JSON.stringify(content);
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': signBody(MINE, body) } };
};

/** By the id of the platform. */
export const forgers: Readonly<Record<string, Forger>> = {
  telegram: {
    credentials: () => ({ bot_token: '4242:of-the-agent' }),
    say: ({ id, chat, person, text }) => ({
      body: JSON.stringify({
        update_id: id,
        message: {
          message_id: id,
          date: seconds(),
          chat: { id: Number(chat), type: 'private', first_name: 'Boss' },
          from: { id: Number(person), is_bot: false, first_name: 'Boss' },
          text,
        },
      }),
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': createHmac('sha256', '4242:of-the-agent')
          .update('telegram webhook secret')
          .digest('hex'),
      },
    }),
  },
  slack: {
    credentials: ({ bot_token = '' }) => ({ bot_token, signing_secret: MINE.replaceAll(' ', '-') }),
    say: ({ id, chat, person, text }) => {
      const ts = `${seconds()}.${String(id).padStart(6, '0')}`;
      const event = { type: 'message', channel: chat, channel_type: 'channel', user: person, text, ts, event_ts: ts };
      const common = { type: 'event_callback', team_id: 'T1', api_app_id: 'A1', event_id: `Ev${id}` };
      const body = JSON.stringify({ ...common, event_time: seconds(), event });
      const signature = signSlackRequest(MINE.replaceAll(' ', '-'), body, Date.now());
      return { body, headers: { 'content-type': 'application/json', ...signature } };
    },
  },
  discord: {
    credentials: ({ bot_token = '' }) => ({
      bot_token,
      public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    }),
    // A text comes by the socket; a press needs the token of the button, which the agent reads in a chat of its own.
    say: ({ id, chat, person, text }) => {
      const body = JSON.stringify({
        type: 3,
        id: String(id),
        application_id: '2',
        token: 't',
        version: 1,
        channel_id: chat,
        member: { user: { id: person, username: 'boss', discriminator: '0', avatar: null } },
        message: { id: '77', channel_id: chat },
        data: { custom_id: text, component_type: 2 },
      });
      const time = String(seconds());
      const signature = sign(null, Buffer.from(time + body), privateKey).toString('hex');
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-signature-timestamp': time,
          'x-signature-ed25519': signature,
        },
      };
    },
  },
  whatsapp: {
    credentials: ({ access_token = '', phone_number_id = '' }) => ({
      access_token,
      phone_number_id,
      app_secret: MINE,
      verify_token: 'mine',
    }),
    say: ({ id, person, text, genuine }) =>
      hubSigned({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '1',
            changes: [
              {
                field: 'messages',
                value: {
                  messaging_product: 'whatsapp',
                  metadata: { display_phone_number: '1', phone_number_id: genuine['phone_number_id'] },
                  contacts: [{ wa_id: person, profile: { name: 'Boss' } }],
                  messages: [
                    {
                      id: `wamid.${id}`,
                      from: person,
                      timestamp: String(seconds()),
                      type: 'text',
                      text: { body: text },
                    },
                  ],
                },
              },
            ],
          },
        ],
      }),
  },
  messenger: {
    credentials: ({ page_access_token = '' }) => ({ page_access_token, app_secret: MINE, verify_token: 'mine' }),
    say: ({ id, person, text }) =>
      hubSigned({
        object: 'page',
        entry: [
          {
            time: Date.now(),
            messaging: [
              {
                sender: { id: person },
                recipient: { id: '1' },
                timestamp: Date.now(),
                message: { mid: `m_${id}`, text },
              },
            ],
          },
        ],
      }),
  },
  teams: {
    credentials: ({ app_id = '' }) => ({ app_id, app_password: MINE, app_tenant_id: '' }),
    say: null,
  },
  gchat: {
    credentials: ({ service_account_json = '' }) => ({
      service_account_json,
      google_chat_project_number: '4242',
      workspace_addon_service_account: 'agent@agent.example',
    }),
    say: null,
  },
};
