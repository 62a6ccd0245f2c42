import { startDiscordSimulator } from '@gateway/simulators/discord';
import { startGchatSimulator } from '@gateway/simulators/gchat';
import { startMessengerSimulator } from '@gateway/simulators/messenger';
import { startSlackSimulator } from '@gateway/simulators/slack';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { startTelegramSimulator } from '@gateway/simulators/telegram';
import { startWhatsAppSimulator } from '@gateway/simulators/whatsapp';

/** A simulated platform, and a channel that leads there. */
export interface Stage {
  readonly platform: string;
  /** Root addresses by the names of the gateway's settings. */
  readonly env: Readonly<Record<string, string>>;
  readonly target: string;
  readonly credentials: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** All platforms, each fed in the way that needs no public address where it has one: polls, sockets, else its webhook. */
export async function setStages(): Promise<Stage[]> {
  return await Promise.all([telegram(), slack(), discord(), teams(), gchat(), whatsapp(), messenger()]);
}

async function telegram(): Promise<Stage> {
  const sim = await startTelegramSimulator();
  return {
    platform: 'telegram',
    env: { PLATFORM_TELEGRAM_API_URL: sim.url },
    target: String(sim.addUser().id),
    credentials: { bot_token: sim.token },
    close: sim.close,
  };
}

async function slack(): Promise<Stage> {
  const sim = await startSlackSimulator();
  return {
    platform: 'slack',
    env: { PLATFORM_SLACK_API_URL: sim.url },
    target: sim.addChannel({ name: 'ops' }).id,
    credentials: { bot_token: sim.botToken, signing_secret: sim.signingSecret, app_token: sim.appToken },
    close: sim.close,
  };
}

async function discord(): Promise<Stage> {
  const sim = await startDiscordSimulator();
  return {
    platform: 'discord',
    env: { PLATFORM_DISCORD_API_URL: sim.url },
    target: sim.addChannel().id,
    credentials: { bot_token: sim.bot.token },
    close: sim.close,
  };
}

async function teams(): Promise<Stage> {
  const sim = await startTeamsSimulator();
  const { token, openid, service } = sim.endpoints;
  return {
    platform: 'teams',
    env: { PLATFORM_TEAMS_TOKEN_URL: token, PLATFORM_TEAMS_OPENID_URL: openid, PLATFORM_TEAMS_SERVICE_URL: service },
    target: sim.addConversation({ type: 'channel' }).id,
    credentials: { app_id: sim.appId, app_password: sim.appPassword, app_tenant_id: sim.tenantId },
    close: sim.close,
  };
}

async function gchat(): Promise<Stage> {
  const sim = await startGchatSimulator();
  const { api, token, jwks } = sim.endpoints;
  return {
    platform: 'gchat',
    env: { PLATFORM_GCHAT_API_URL: api, PLATFORM_GCHAT_TOKEN_URL: token, PLATFORM_GCHAT_JWKS_URL: jwks },
    target: sim.addSpace('Operations').name,
    credentials: { service_account_json: sim.serviceAccountJson, google_chat_project_number: sim.projectNumber },
    close: sim.close,
  };
}

async function whatsapp(): Promise<Stage> {
  const sim = await startWhatsAppSimulator();
  return {
    platform: 'whatsapp',
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

async function messenger(): Promise<Stage> {
  const sim = await startMessengerSimulator();
  return {
    platform: 'messenger',
    env: { PLATFORM_MESSENGER_API_URL: sim.url },
    target: sim.addPerson().psid,
    credentials: { page_access_token: sim.pageAccessToken, app_secret: sim.appSecret, verify_token: sim.verifyToken },
    close: sim.close,
  };
}
