import { startDiscordSimulator } from '../discord/index.js';
import { startGchatSimulator } from '../gchat/index.js';
import { startMessengerSimulator } from '../graph/messenger/index.js';
import { startSlackSimulator } from '../slack/index.js';
import { startTeamsSimulator } from '../teams/index.js';
import { startTelegramSimulator } from '../telegram/index.js';
import { startWhatsAppSimulator } from '../graph/whatsapp/index.js';

/** A running simulator, and what a gateway needs to register a channel on it. */
export interface SimulatedPlatform {
  readonly platform: string;
  /** The simulator's base URL; its control API is below `/control`. */
  readonly url: string;
  /** The gateway's settings for the simulated API. */
  readonly env: Readonly<Record<string, string>>;
  /** The id of a chat on the platform. */
  readonly target: string;
  readonly credentials: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface PlatformOptions {
  /** Any free port unless given. */
  readonly port?: number;
}

/** Starts the simulator of a platform by the platform's id. */
export const platformStarters: Readonly<Record<string, (options?: PlatformOptions) => Promise<SimulatedPlatform>>> = {
  telegram,
  slack,
  discord,
  teams,
  gchat,
  whatsapp,
  messenger,
};

async function telegram(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startTelegramSimulator(options);
  return {
    platform: 'telegram',
    url: sim.url,
    env: { PLATFORM_TELEGRAM_API_URL: sim.url },
    target: String(sim.addUser().id),
    credentials: { bot_token: sim.token },
    close: sim.close,
  };
}

async function slack(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startSlackSimulator(options);
  return {
    platform: 'slack',
    url: sim.url,
    env: { PLATFORM_SLACK_API_URL: sim.url },
    target: sim.addChannel({ name: 'ops' }).id,
    credentials: { bot_token: sim.botToken, signing_secret: sim.signingSecret, app_token: sim.appToken },
    close: sim.close,
  };
}

async function discord(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startDiscordSimulator(options);
  return {
    platform: 'discord',
    url: sim.url,
    env: { PLATFORM_DISCORD_API_URL: sim.url },
    target: sim.addChannel().id,
    credentials: { bot_token: sim.bot.token },
    close: sim.close,
  };
}

async function teams(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startTeamsSimulator(options);
  const { token, openid, service } = sim.endpoints;
  return {
    platform: 'teams',
    url: sim.url,
    env: { PLATFORM_TEAMS_TOKEN_URL: token, PLATFORM_TEAMS_OPENID_URL: openid, PLATFORM_TEAMS_SERVICE_URL: service },
    target: sim.addConversation({ type: 'channel' }).id,
    credentials: { app_id: sim.appId, app_password: sim.appPassword, app_tenant_id: sim.tenantId },
    close: sim.close,
  };
}

async function gchat(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startGchatSimulator(options);
  const { api, token, jwks } = sim.endpoints;
  return {
    platform: 'gchat',
    url: sim.url,
    env: { PLATFORM_GCHAT_API_URL: api, PLATFORM_GCHAT_TOKEN_URL: token, PLATFORM_GCHAT_JWKS_URL: jwks },
    target: sim.addSpace('Operations').name,
    credentials: { service_account_json: sim.serviceAccountJson, google_chat_project_number: sim.projectNumber },
    close: sim.close,
  };
}

async function whatsapp(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startWhatsAppSimulator(options);
  return {
    platform: 'whatsapp',
    url: sim.url,
    env: { PLATFORM_WHATSAPP_API_URL: sim.url },
    target: sim.addPerson().waId,
    credentials: {
      access_token: sim.accessToken,
      phone_number_id: sim.phoneNumberId,
      app_secret: sim.appSecret,
      verify_token: sim.verifyToken,
    },
    close: sim.close,
  };
}

async function messenger(options: PlatformOptions = {}): Promise<SimulatedPlatform> {
  const sim = await startMessengerSimulator(options);
  return {
    platform: 'messenger',
    url: sim.url,
    env: { PLATFORM_MESSENGER_API_URL: sim.url },
    target: sim.addPerson().psid,
    credentials: { page_access_token: sim.pageAccessToken, app_secret: sim.appSecret, verify_token: sim.verifyToken },
    close: sim.close,
  };
}
