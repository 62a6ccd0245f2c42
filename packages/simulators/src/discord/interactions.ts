import { randomBytes, sign } from 'node:crypto';
import { ControlError } from '@gateway/sandbox/server';
import { alreadyAcknowledged, unknownInteraction, unknownWebhook } from './errors.js';
import { createModals } from './modals.js';
import { editMessage, postMessage } from './posting.js';
import type { Sessions } from './sessions.js';
import type { Message, MessageParts, User } from './types.js';
import { checkCallback, checkModal } from './validation.js';
import { shownChannel, type Bot, type ChannelState, type DiscordState } from './state.js';

const EPHEMERAL = 64;

const MODAL = 9;
/** Types of interactions. */
const COMPONENT = 3;
const MODAL_SUBMIT = 5;

/** What a person sees after a press or a submission. */
export interface PressAnswer {
  /** False: "This interaction failed". */
  answered: boolean;
  /** Type of the answer: 4 a message, 6 nothing visible, 7 an edit of the message, 9 a modal; null without an answer. */
  type: number | null;
  /** The answer's private message to the person. */
  notice: string | null;
}

/** A message that only one person sees. */
export interface PrivateNote {
  userId: string;
  content: string;
}

interface Interaction {
  type: number;
  data: object;
  id: string;
  token: string;
  bot: Bot;
  user: User;
  channelState: ChannelState;
  message: Message;
  madeAt: number;
  isAnswered: boolean;
  settle: (answer: PressAnswer) => void;
}

/** What a person did, and where. */
type Acted = Pick<Interaction, 'type' | 'data' | 'bot' | 'user' | 'channelState' | 'message'>;

export interface InteractionSettings {
  state: DiscordState;
  sessions: Sessions;
  timeoutMs: number;
}

/** Presses and submissions that wait for an answer. Each is posted with a signature to the bot's endpoint or sent over its socket, and can be answered once within three seconds. */
export function createInteractions({ state, sessions, timeoutMs }: InteractionSettings) {
  const byToken = new Map<string, Interaction>();
  const notes: PrivateNote[] = [];
  const modals = createModals();
  let newest: { bot: Bot; payload: object } | null = null;

  async function send({ type, data, bot, user, channelState, message }: Acted): Promise<PressAnswer> {
    const answered = new AbortController();
    let settle: Interaction['settle'] = () => {};
    const answer = new Promise<PressAnswer>((resolve) => {
      settle = (given) => {
        answered.abort();
        resolve(given);
      };
      void state.clock
        .sleep(timeoutMs, answered.signal)
        .then(() => resolve({ answered: false, type: null, notice: null }));
    });
    const interaction: Interaction = {
      type,
      data,
      id: state.snowflake(),
      token: randomBytes(48).toString('base64url'),
      bot,
      user,
      channelState,
      message,
      madeAt: state.clock.now(),
      isAnswered: false,
      settle,
    };
    byToken.set(interaction.token, interaction);
    const payload = payloadOf(state, interaction);
    newest = { bot, payload };
    if (bot.interactionsUrl !== null) await deliver(interaction, payload);
    else if (!sessions.dispatch(bot, 'INTERACTION_CREATE', payload, 0))
      settle({ answered: false, type: null, notice: null });
    return await answer;
  }

  async function deliver(interaction: Interaction, payload: object): Promise<void> {
    const failed = () => interaction.settle({ answered: false, type: null, notice: null });
    const { status, json } = await post(interaction.bot, payload);
    if (status < 200 || status > 299 || typeof json !== 'object' || json === null) return failed();
    try {
      apply(interaction, json as Record<string, unknown>);
    } catch {
      failed();
    }
  }

  /** Posts a signed body to the bot's endpoint; status 0 without an answer. */
  async function post(
    bot: Bot,
    payload: object,
    options: { url?: string; forged?: boolean } = {},
  ): Promise<{ status: number; json: unknown }> {
    const request = signed(bot, payload, Math.floor(state.clock.now() / 1000), options.forged);
    try {
      const response = await fetch(options.url ?? bot.interactionsUrl ?? '', {
        method: 'POST',
        ...request,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, json: parsed(await response.text()) };
    } catch {
      return { status: 0, json: null };
    }
  }

  function apply(interaction: Interaction, body: Record<string, unknown>): void {
    const isModal = body['type'] === MODAL && interaction.type === COMPONENT;
    const modal = isModal ? checkModal(body) : null;
    const { type, data } = isModal ? { type: MODAL, data: {} } : checkCallback(body);
    if (state.clock.now() - interaction.madeAt > timeoutMs) throw unknownInteraction();
    if (interaction.isAnswered) throw alreadyAcknowledged();
    interaction.isAnswered = true;
    const { bot, user, channelState, message } = interaction;
    if (interaction.type === MODAL_SUBMIT) modals.close(user.id);
    if (modal) modals.open(user.id, { bot, channelState, message, data: modal });
    if (type === 7) editMessage(state, message, data);
    const notice = type === 4 ? say(interaction, data) : null;
    interaction.settle({ answered: true, type, notice });
  }

  function say({ channelState, bot, user }: Interaction, data: MessageParts): string | null {
    if (((data.flags ?? 0) & EPHEMERAL) === 0) {
      postMessage(state, channelState, bot.user, data);
      return null;
    }
    notes.push({ userId: user.id, content: data.content ?? '' });
    return data.content ?? '';
  }

  return {
    press: (pressed: Omit<Acted, 'type' | 'data'>, customId: string) =>
      send({ ...pressed, type: COMPONENT, data: { component_type: 2, custom_id: customId, id: 2 } }),
    /** Submits the open modal of a person. */
    async submit(user: User, texts: readonly string[]): Promise<PressAnswer> {
      const { submitted, bot, channelState, message } = modals.submission(user.id, texts);
      return await send({ type: MODAL_SUBMIT, data: submitted, bot, user, channelState, message });
    },
    modal: modals.shown,
    /** Sends the newest interaction again, as when a session is resumed. */
    repeat(): void {
      if (!newest) return;
      const { bot, payload } = newest;
      if (bot.interactionsUrl === null) sessions.dispatch(bot, 'INTERACTION_CREATE', payload, 0);
      else void post(bot, payload);
    },
    notes,
    /** Answers an interaction over REST; throws Discord's errors. */
    callback(id: string, token: string, body: Record<string, unknown>): void {
      const interaction = byToken.get(token);
      if (!interaction || interaction.id !== id) throw unknownInteraction();
      apply(interaction, body);
    },
    /** A message after the answer. */
    followUp(applicationId: string, token: string, data: MessageParts): object {
      const interaction = byToken.get(token);
      if (!interaction || interaction.bot.applicationId !== applicationId || !interaction.isAnswered)
        throw unknownWebhook();
      say(interaction, data);
      return {
        id: state.snowflake(),
        channel_id: interaction.channelState.channel.id,
        type: 0,
        content: data.content ?? '',
        flags: data.flags ?? 0,
      };
    },
    /** Verifies an endpoint as Discord does: a PING must be answered, and a PING with a wrong signature must be rejected. */
    async verify(bot: Bot, url: string): Promise<void> {
      const ping = {
        id: state.snowflake(),
        application_id: bot.applicationId,
        type: 1,
        token: randomBytes(24).toString('base64url'),
        version: 1,
      };
      const good = await post(bot, ping, { url });
      const bad = await post(bot, ping, { url, forged: true });
      const isFine = good.status === 200 && (good.json as { type?: unknown } | null)?.type === 1 && bad.status === 401;
      if (!isFine) throw new ControlError('The specified interactions endpoint URL could not be verified.');
    },
  };
}

export type Interactions = ReturnType<typeof createInteractions>;

/** Null when the body is not JSON, as in an app's own error texts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A body as Discord posts it, with its two signature headers. `timestamp` in seconds. */
export function signed(
  bot: Bot,
  payload: object,
  timestamp: number,
  forged = false,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(payload);
  const signature = forged ? randomBytes(64) : sign(null, Buffer.from(`${timestamp}${body}`), bot.privateKey);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-ed25519': signature.toString('hex'),
      'x-signature-timestamp': String(timestamp),
    },
  };
}

function payloadOf(
  state: DiscordState,
  { id, type, data, token, bot, user, channelState, message }: Interaction,
): object {
  const { channel } = channelState;
  const person =
    channel.guild_id === undefined
      ? { user }
      : { guild_id: channel.guild_id, member: { user, nick: null, roles: [], permissions: '0' } };
  return {
    id,
    application_id: bot.applicationId,
    type,
    token,
    version: 1,
    ...person,
    channel_id: channel.id,
    channel: shownChannel(channel),
    message,
    data,
    app_permissions: '2248473465835073',
    locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: { '0': state.guildId },
    context: channel.guild_id === undefined ? 1 : 0,
    attachment_size_limit: 10_485_760,
  };
}
