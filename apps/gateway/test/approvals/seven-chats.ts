import { createChannel } from '@gateway/contract';
import { shownText as shownOnDiscord, startDiscordSimulator } from '@gateway/simulators/discord';
import { startGchatSimulator } from '@gateway/simulators/gchat';
import { startMessengerSimulator } from '@gateway/simulators/messenger';
import {
  buttonsOf,
  shownText,
  startSlackSimulator,
  type PersonFile,
  type SlackMessage,
} from '@gateway/simulators/slack';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';
import { freePort } from '../harness/free-port.js';
import { startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';
import { drawnByGchat, drawnByMeta, drawnBySlack } from './drawn-text.js';
import { sending, type SendOptions } from './send-options.js';

/** A message of the gateway as the people of a chat see it. */
export interface Seen {
  readonly text: string;
  readonly buttons: readonly string[];
  /** `text`: what is in it, where the platform gives it back. */
  readonly file: { readonly name: string; readonly size: number; readonly text: string | null } | null;
}

export interface SeenChat {
  /** The channel is named like the platform. */
  readonly platform: string;
  /** All messages of the gateway, oldest first. */
  messages(): Promise<readonly Seen[]>;
  /** Presses a button of the newest message with buttons. */
  press(button: string): Promise<unknown>;
  /** A person sends files: in one message, or where the platform has one file per message, in one message each. */
  sendFiles(files: readonly PersonFile[], options?: SendOptions): Promise<unknown>;
}

/** One chat of a platform, before a gateway uses it. */
interface Started extends SeenChat {
  readonly target: string;
  readonly credentials: Record<string, string>;
  readonly env: Record<string, string>;
  /** Tells the platform where the gateway is. */
  meet(webhook: string): unknown;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

async function onTelegram(): Promise<Started> {
  const { telegram, env } = await startTelegram();
  const chat = telegram.addUser({ firstName: 'Ada' });
  const contents = new Map<string, string>();
  const read = async (id: string) => {
    const { result } = (await (await fetch(`${telegram.url}/bot${telegram.token}/getFile?file_id=${id}`)).json()) as {
      result: { file_path: string };
    };
    return await (await fetch(`${telegram.url}/file/bot${telegram.token}/${result.file_path}`)).text();
  };
  return {
    platform: 'telegram',
    target: String(chat.id),
    credentials: { bot_token: telegram.token },
    env,
    meet: () => null,
    press: (button) => telegram.press({ chat, button }),
    sendFiles: async (files, options = {}) => {
      const ours = telegram.messages({ chat }).filter(({ from }) => from?.is_bot === true);
      telegram.sendFiles({ chat, files, ...sending(options, 'replyTo', ours) });
    },
    messages: async () => {
      const seen = telegram.messages({ chat }).filter(({ from }) => from?.is_bot === true);
      for (const { document } of seen)
        if (document && !contents.has(document.file_id)) contents.set(document.file_id, await read(document.file_id));
      return seen.map(({ text, caption, reply_markup: markup, document }) => {
        const content = document ? (contents.get(document.file_id) ?? '') : '';
        return {
          text: text ?? caption ?? '',
          buttons: (markup?.inline_keyboard ?? []).flat().map((button) => button.text),
          file: document ? { name: document.file_name ?? '', size: bytesOf(content), text: content } : null,
        };
      });
    },
  };
}

/** The texts of a message as one: a long text is in several blocks. */
function slackText({ text, blocks = [] }: SlackMessage): string {
  if (blocks.length === 0) return shownText({ text });
  const withText = blocks.filter(({ type }) => type === 'section' || type === 'rich_text');
  return withText
    .map((block) => {
      const shown = block.type === 'section' ? drawnBySlack((block['text'] as { text: string }).text) : null;
      return shownText(shown === null ? { text, blocks: [block] } : { text: shown }).replace(/\n?$/, '\n');
    })
    .join('');
}

async function onSlack(): Promise<Started> {
  const slack = await startSlackSimulator({ fetchUrls: false });
  onCleanUp(() => slack.close());
  const user = slack.addUser({ name: 'ada', realName: 'Ada' });
  const channel = slack.addChannel({ name: 'ops' });
  return {
    platform: 'slack',
    target: channel.id,
    credentials: { bot_token: slack.botToken, signing_secret: slack.signingSecret },
    env: { PLATFORM_SLACK_API_URL: slack.url },
    meet: (webhook) => slack.setRequestUrl(webhook),
    press: (button) => slack.press({ channel, user, button }),
    sendFiles: async (files, options = {}) => {
      const ours = slack.messages(channel).filter(({ bot_id }) => bot_id !== undefined);
      slack.sendFiles({ channel, user, files, ...sending(options, 'under', ours) });
    },
    messages: async () =>
      slack
        .messages(channel)
        .filter((message) => message.bot_id !== undefined)
        .map((message) => {
          const [file] = message.files ?? [];
          const content = file && slack.file(file.id)?.toString();
          return {
            text: slackText(message),
            buttons: buttonsOf(message).map(({ label }) => label),
            file: file ? { name: file.name ?? '', size: file.size ?? 0, text: content ?? null } : null,
          };
        }),
  };
}

async function onDiscord(): Promise<Started> {
  const sim = await startDiscordSimulator();
  onCleanUp(() => sim.close());
  const user = sim.addUser({ username: 'ada', globalName: 'Ada' });
  const channel = sim.addChannel();
  return {
    platform: 'discord',
    target: channel.id,
    credentials: { bot_token: sim.bot.token },
    env: { PLATFORM_DISCORD_API_URL: sim.url },
    meet: () => until(() => sim.connected()),
    press: (button) => sim.press({ channel, user, button }),
    sendFiles: async (files, options = {}) => {
      const ours = sim.messages({ channel }).filter(({ author }) => author.bot === true);
      sim.sendFiles({ channel, user, files, ...sending(options, 'replyTo', ours) });
    },
    messages: async () =>
      sim.messages({ channel }).map(({ content, components, attachments: [file] }) => ({
        text: shownOnDiscord(content),
        buttons: components.flatMap((row) => row.components.map((button) => button.label ?? '')),
        file: file ? { name: file.filename, size: file.size, text: null } : null,
      })),
  };
}

async function onTeams(): Promise<Started> {
  const teams = await startTeamsSimulator({ botName: 'Gateway' });
  onCleanUp(() => teams.close());
  const person = teams.addPerson({ name: 'Ada' });
  const conversation = teams.addConversation({ name: 'ops' });
  return {
    platform: 'teams',
    target: conversation.id,
    credentials: { app_id: teams.appId, app_password: teams.appPassword, app_tenant_id: teams.tenantId },
    env: {
      PLATFORM_TEAMS_TOKEN_URL: teams.endpoints.token,
      PLATFORM_TEAMS_OPENID_URL: teams.endpoints.openid,
      PLATFORM_TEAMS_SERVICE_URL: teams.endpoints.service,
    },
    meet: (webhook) => teams.setWebhook(webhook),
    press: (button) => teams.press({ conversation, person, button }),
    sendFiles: async (files, options = {}) => {
      const ids = teams.messages(conversation).flatMap(({ fromBot, id }) => (fromBot ? [id] : []));
      await teams.sendFiles({ conversation, person, files, ...sending(options, 'quote', ids) });
    },
    messages: async () =>
      teams
        .messages(conversation)
        .filter(({ fromBot }) => fromBot)
        .map(({ text, buttons }) => ({ text, buttons, file: null })),
  };
}

async function onGchat(): Promise<Started> {
  const chat = await startGchatSimulator();
  onCleanUp(() => chat.close());
  const user = chat.addUser('Ada');
  const space = chat.addSpace('Ops');
  return {
    platform: 'gchat',
    target: space.name,
    credentials: { service_account_json: chat.serviceAccountJson, google_chat_project_number: chat.projectNumber },
    env: {
      PLATFORM_GCHAT_API_URL: chat.endpoints.api,
      PLATFORM_GCHAT_TOKEN_URL: chat.endpoints.token,
      PLATFORM_GCHAT_JWKS_URL: chat.endpoints.jwks,
    },
    meet: (webhookUrl) => chat.configure({ webhookUrl }),
    press: (button) => chat.press({ space, user, button }),
    sendFiles: async (files, options = {}) => {
      const names = chat.messages(space).flatMap(({ sender, name }) => (sender.type === 'BOT' ? [name] : []));
      await chat.sendFiles({ space, user, files, ...sending(options, 'quote', names) });
    },
    messages: async () =>
      chat
        .messages(space)
        .filter(({ sender }) => sender.type === 'BOT')
        .map(({ cardsV2 = [], ...message }) => ({
          text: drawnByGchat(message),
          buttons: cardsV2
            .flatMap(({ card }) => (card.sections ?? []).flatMap(({ widgets }) => widgets))
            .flatMap(({ buttonList }) => (buttonList?.buttons ?? []).map((button) => button.text ?? '')),
          file: null,
        })),
  };
}

async function onWhatsApp(): Promise<Started> {
  const sim = await startWhatsAppSimulator();
  onCleanUp(() => sim.close());
  const person = sim.addPerson({ name: 'Ada' }).waId;
  return {
    platform: 'whatsapp',
    target: person,
    credentials: {
      access_token: sim.accessToken,
      phone_number_id: sim.phoneNumberId,
      app_secret: sim.appSecret,
      verify_token: sim.verifyToken,
    },
    env: { PLATFORM_WHATSAPP_API_URL: sim.url },
    meet: (webhook) => sim.setWebhook(webhook),
    press: (button) => sim.press({ person, button }),
    sendFiles: async (files, options = {}) => {
      const ids = sim.messages(person).flatMap(({ by, id }) => (by === 'business' ? [id] : []));
      await sim.sendFiles({ person, files, ...sending(options, 'replyTo', ids) });
    },
    messages: async () =>
      sim
        .messages(person)
        .filter(({ by }) => by === 'business')
        .map(({ text, buttons, media }) => {
          const name = media?.filename;
          const file = sim.uploads().findLast((upload) => upload.name === name);
          return {
            text: drawnByMeta(text),
            buttons: buttons.map(({ title }) => title),
            file: file ? { ...file, text: null } : null,
          };
        }),
  };
}

async function onMessenger(): Promise<Started> {
  const sim = await startMessengerSimulator();
  onCleanUp(() => sim.close());
  const person = sim.addPerson({ name: 'Ada' }).psid;
  return {
    platform: 'messenger',
    target: person,
    credentials: { page_access_token: sim.pageAccessToken, app_secret: sim.appSecret, verify_token: sim.verifyToken },
    env: { PLATFORM_MESSENGER_API_URL: sim.url },
    meet: (webhook) => sim.setWebhook(webhook),
    press: (button) => sim.press({ person, button }),
    sendFiles: async (files, options = {}) => {
      const ids = sim.messages(person).flatMap(({ by, mid }) => (by === 'page' ? [mid] : []));
      await sim.sendFiles({ person, files, ...sending(options, 'replyTo', ids) });
    },
    messages: async () =>
      sim
        .messages(person)
        .filter(({ by }) => by === 'page')
        .map(({ text, buttons, media }) => ({
          text: drawnByMeta(text),
          buttons: buttons.map(({ title }) => title),
          file: media?.name === undefined ? null : { name: media.name, size: media.size ?? 0, text: null },
        })),
  };
}

/** One gateway with a chat on each of the seven platforms. */
export async function startSevenChats(): Promise<{ gateway: TestGateway; chats: readonly SeenChat[] }> {
  const start = [onTelegram, onSlack, onDiscord, onTeams, onGchat, onWhatsApp, onMessenger];
  const chats: Started[] = [];
  for (const each of start) chats.push(await each());
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = Object.assign({ PORT: String(port), PUBLIC_WEBHOOK_URL: address }, ...chats.map((chat) => chat.env));
  const gateway = await startTestGateway({ env: env as Record<string, string> });
  for (const { platform, target, credentials, meet } of chats) {
    const channel = { channel_id: platform, platform, target_chat_id: target, channel_type: 'PROMPT', credentials };
    await gateway.call(createChannel, { body: channel as never });
    await meet(`${gateway.url}/webhooks/default/${platform}/${platform}`);
  }
  return { gateway, chats };
}
