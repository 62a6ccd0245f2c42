import { scopes } from '@gateway/contract';
import { startAsking, type Asking } from '../api/asking.js';
import type { Engine } from '../harness/engines.js';
import { registerChannel, type Reply } from '../harness/gateway.js';
import { adminKey, makeKey, type Holder } from '../harness/keys.js';
import { startReceiver } from '../harness/receiver.js';
import { until } from '../harness/until.js';

/** What belongs to the channels `vault-ask` and `vault-talk`, which the limited keys may not use. */
interface Other {
  readonly ask: 'vault-ask';
  readonly talk: 'vault-talk';
  /** Number of an answered prompt with a delivery. */
  readonly answered: number;
  /** Number of a pending prompt. */
  readonly pending: number;
  readonly message: string;
  readonly delivery: string;
  /** A policy with a step into `vault-ask`, which prescribes it. */
  readonly policy: 'two';
  /** Id of a standing approval that was given in `vault-ask`. */
  readonly grant: string;
  readonly key: string;
  /** Id of the receiver of its callbacks. */
  readonly receiver: string;
  readonly chatId: string;
  readonly botToken: string;
}

export interface Fixture extends Asking {
  readonly other: Other;
  /** Number of a prompt in `approvals` that was also asked in `vault-ask`, where somebody has voted. */
  readonly shared: number;
  /** What no response to a limited key may contain. */
  readonly markers: readonly string[];
  /** Keys that are limited to `approvals` and `talk`, by their scopes. */
  readonly limited: Readonly<Record<'admin' | 'every scope', Holder>>;
  /** The state outside of the two channels, and all settings. */
  snapshot(): Promise<string>;
}

const texts = [
  'opal-question',
  'opal-standing',
  'opal-service',
  'opal-pending',
  'opal-cancelled',
  'opal-outbound',
  'opal-inbound',
  'opal-correlation',
  'opal-key',
  'opal-play',
  'Opal chat',
];

/** Channels of a limited key and of another, with records of all kinds, under names that are found in the bytes of a response. */
export async function startFixture(engine: Engine): Promise<Fixture> {
  const receiver = await startReceiver();
  const env = {
    USE_AUTH: 'true',
    GATEWAY_API_KEY: adminKey,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    DEFAULT_PROMPT_CHANNEL_ID: 'vault-ask',
    SANDBOX: 'true',
  };
  const asking = await startAsking({ engine, env });
  const { gateway, telegram, ada } = asking;
  const send = async (path: string, body?: object, method = 'POST'): Promise<Reply['json']> => {
    const reply = await gateway.request(method, path, body && { body });
    if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.json;
  };
  const ask = async (body: object): Promise<number> => (await send('/v1/prompts/new', body)).prompt_num;

  const alan = telegram.addUser({ firstName: 'Alan' });
  const ben = telegram.addUser({ firstName: 'Ben' });
  const opal = telegram.addChat({ title: 'Opal chat', members: [alan.id, ben.id] });
  await registerChannel(gateway, telegram, { id: 'vault-ask', chat: opal });
  await registerChannel(gateway, telegram, {
    id: 'vault-talk',
    chat: opal,
    type: 'MESSAGE',
    callbackUrl: receiver.url,
  });
  await send('/v1/channels/new', {
    channel_id: 'vault-broken',
    platform: 'telegram',
    channel_type: 'PROMPT',
    target_chat_id: String(opal.id),
    credentials: { bot_token: '12345:not-a-token-of-the-simulated-bot-api' },
  });
  await until(async () => (await send('/v1/statistics', undefined, 'GET')).channels.troubled.length > 0);
  await registerChannel(gateway, telegram, {
    id: 'talk',
    chat: ada,
    type: 'MESSAGE',
    callbackUrl: 'http://127.0.0.1:9/own',
  });
  const identities = [{ platform: 'telegram', user_id: String(alan.id) }];
  await send('/v1/people/new', { person_id: 'alan', name: 'Alan', identities });
  await send('/v1/groups/new', { group_id: 'judges', name: 'Judges', members: ['alan'] });
  const steps = [{ after_sec: 600_000, channels: ['vault-ask'] }];
  await send('/v1/policies/new', { policy_id: 'two', name: 'Two', approvals: 2, steps });
  await send('/v1/policies/new', { policy_id: 'free', name: 'Free' });
  await send('/v1/rules/new', { rule_id: 'guard', actions: ['guarded'], then: { channels: ['vault-ask'] } });

  const asked = { channel_id: 'vault-ask', options: ['Yes'], correlation_id: 'opal-correlation' };
  const answered = await ask({ ...asked, text: 'opal-question', callback_url: receiver.url });
  await telegram.press({ chat: opal, user: alan, button: 'Yes' });
  await receiver.waitFor(1);
  const deliveries = `/v1/deliveries?channel_id=vault-ask`;
  await until(async () => (await send(deliveries, undefined, 'GET'))[0]?.state === 'delivered');
  const [{ id: delivery }] = await send(deliveries, undefined, 'GET');
  const both = { channels: ['approvals', 'vault-ask'], decisions: ['approve', 'reject'], policy: 'two' };
  const shared = await ask({ ...both, text: 'Shared question' });
  await telegram.press({ chat: opal, user: ben, button: 'Approve' });
  const cancelled = await ask({ ...asked, text: 'opal-cancelled' });
  await send(`/v1/prompts/${cancelled}/cancel`);
  const pending = await ask({ ...asked, text: 'opal-pending' });
  const sent = await send('/v1/messages/send', { channel_id: 'vault-talk', text: 'opal-outbound' });
  telegram.writeText({ chat: opal, user: alan, text: 'opal-inbound', replyTo: Number(sent.platform_message_id) });
  await receiver.waitFor(2);
  const grants = { max_sec: 28_800, same: ['service'] };
  await send('/v1/rules/new', { rule_id: 'standing', actions: ['standing'], then: { grants } });
  const action = { name: 'standing', args: { service: 'opal-service' } };
  await ask({ channel_id: 'vault-ask', text: 'opal-standing', action, decisions: ['approve'] });
  await telegram.press({ chat: opal, user: alan, button: 'Approve for 1 h' });
  await telegram.waitForMessage(({ text }) => text?.includes('Standing approval by') === true);
  const [{ grant_id: grant }] = await send('/v1/grants', undefined, 'GET');
  await send('/v1/channels/vault-ask', { policy: 'two', approvers: [{ group: 'judges' }] }, 'PATCH');
  await send('/console/session/sandbox', { channel_id: 'vault-play' });
  await ask({ channel_id: 'vault-play', text: 'opal-play', options: ['Yes'] });
  const key = await makeKey(gateway, { name: 'opal-key', scopes: ['prompts:read'], channels: ['vault-ask'] });
  const { host } = new URL(receiver.url);

  const rest = scopes.filter((scope) => scope !== 'admin');
  const channels = ['approvals', 'talk'];
  const limited = {
    admin: await makeKey(gateway, { scopes: ['admin'], channels }),
    'every scope': await makeKey(gateway, { scopes: rest, channels }),
  };
  return {
    ...asking,
    shared,
    limited,
    other: {
      ask: 'vault-ask',
      talk: 'vault-talk',
      answered,
      pending,
      message: sent.message_id,
      delivery,
      policy: 'two',
      grant,
      key: key.id,
      receiver: `http:${host}`,
      chatId: String(opal.id),
      botToken: telegram.token,
    },
    markers: [
      'vault-ask',
      'vault-talk',
      'vault-play',
      'vault-broken',
      String(opal.id),
      host,
      delivery,
      sent.message_id,
      key.id,
      grant,
      ...texts,
    ],
    async snapshot() {
      const lists = [
        '/v1/channels',
        `/v1/prompts?state=all`,
        '/v1/messages',
        '/v1/deliveries',
        '/v1/policies',
        '/v1/rules',
        '/v1/grants',
        '/v1/people',
        '/v1/groups',
        '/v1/keys',
        '/v1/receivers?state=all',
        '/v1/settings',
      ];
      const records = await Promise.all(
        lists.map(async (path) => (await send(path, undefined, 'GET')) as Fields | Fields[]),
      );
      const chat = telegram.messages({ chat: opal });
      return JSON.stringify([records.flat().filter(isElsewhere).map(stable), chat], null, 1);
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a record is not one that a limited key may make: of its channels, or named after it. */
function isElsewhere(record: Fields): boolean {
  return !['approvals', 'talk'].includes(String(record['channel_id'])) && !String(record['name']).startsWith('own');
}

/** A record without what changes by itself. */
function stable(record: Fields): Fields {
  const changing = new Set(['last_used_at', 'health', 'attempts', 'error_rate', 'p50_ms', 'p95_ms', 'last_attempt']);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !changing.has(name)));
}
