import { createChannel } from '@gateway/contract';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { startTestGateway, type GatewayOptions, type TestGateway } from './gateway.js';
import { onCleanUp } from './shared.js';

export const PUBLIC_URL = 'https://gateway.example.com';

/** A simulated Microsoft Teams with one group chat, and the settings of a gateway that uses it. */
export async function startTeams() {
  const teams = await startTeamsSimulator({ botName: 'Gateway' });
  onCleanUp(() => teams.close());
  const chat = teams.addConversation({ name: 'ops' });
  const env = {
    PUBLIC_WEBHOOK_URL: PUBLIC_URL,
    PLATFORM_TEAMS_TOKEN_URL: teams.endpoints.token,
    PLATFORM_TEAMS_OPENID_URL: teams.endpoints.openid,
    PLATFORM_TEAMS_SERVICE_URL: teams.endpoints.service,
  };
  return {
    teams,
    chat,
    env,
    /** Registers the channel `ops`, whose target is the chat. */
    async register(gateway: TestGateway) {
      await gateway.call(createChannel, {
        body: {
          channel_id: 'ops',
          platform: 'teams',
          target_chat_id: chat.id,
          channel_type: 'PROMPT',
          credentials: { app_id: teams.appId, app_password: teams.appPassword, app_tenant_id: teams.tenantId },
        },
      });
    },
    /** The parts of the card of the newest message. */
    card() {
      const { attachments = [] } = teams.messages(chat).at(-1)?.activity ?? {};
      return ((attachments[0]?.content ?? {}) as { body?: Record<string, string>[] }).body ?? [];
    },
  };
}

/** A gateway with the Microsoft Teams channel `ops`. */
export async function startWithTeams({ env, ...options }: GatewayOptions = {}) {
  const started = await startTeams();
  const gateway = await startTestGateway({ ...options, env: { ...started.env, ...env } });
  await started.register(gateway);
  return { ...started, gateway };
}
