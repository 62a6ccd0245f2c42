import { createChannel, createPrompt, type BodyInput } from '@gateway/contract';
import { startSlackSimulator } from '@gateway/simulators/slack';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

/** A Slack workspace in which Ada answers question #1 by a text in its thread. */
async function answeredInSlack(fail: (slack: Awaited<ReturnType<typeof startSlackSimulator>>) => void) {
  const slack = await startSlackSimulator({ fetchUrls: false });
  onTestFinished(() => slack.close());
  const ada = slack.addUser({ name: 'ada' });
  const channel = slack.addChannel({ name: 'ops' });
  const gateway = await startTestGateway({ env: { PLATFORM_SLACK_API_URL: slack.url } });
  await register(gateway, 'slack', channel.id, { bot_token: slack.botToken, signing_secret: slack.signingSecret });
  await slack.setRequestUrl(`${gateway.url}/webhooks/default/slack/ops`);
  await ask(gateway);
  const [question] = slack.messages(channel);
  fail(slack);
  slack.writeText({ channel, user: ada, text: 'later', under: question! });
  const confirmations = () =>
    slack.messages(channel).filter(({ text, bot_id }) => bot_id !== undefined && text.includes('question #1'));
  const isOpen = () => JSON.stringify(slack.messages(channel)[0]).includes('"button"');
  return { slack, gateway, confirmations, isOpen };
}

const isReply = (params: Record<string, unknown>) => params['thread_ts'] !== undefined;

describe('the message of a question that was answered by text', () => {
  it('is closed at once when the confirmation is refused, which is not attempted again', async () => {
    const { slack, gateway, confirmations, isOpen } = await answeredInSlack((sim) =>
      sim.failNext('chat.postMessage', { error: 'restricted_action', when: isReply, times: 10 }),
    );
    await until(() => !isOpen());
    await until(() => gateway.logLines.some((line) => line.includes('A text answer could not be confirmed')));
    await until(() => gateway.logLines.some((line) => line.includes("A closed prompt's message was updated")));
    expect(slack.calls({ method: 'chat.postMessage' }).filter(({ params }) => isReply(params))).toHaveLength(1);
    expect(confirmations()).toEqual([]);
  });

  it('is closed at once when the confirmation fails, which is posted later', async () => {
    const { slack, confirmations, isOpen } = await answeredInSlack((sim) =>
      sim.failNext('chat.postMessage', { answer: { status: 503, body: '' }, when: isReply }),
    );
    await until(() => !isOpen());
    await until(() => confirmations().length > 0);
    expect(slack.calls({ method: 'chat.postMessage' }).filter(({ params }) => isReply(params))).toHaveLength(2);
    expect(confirmations()).toHaveLength(1);
  });

  it('is closed later when that fails first, and the answer is confirmed once', async () => {
    const { slack, confirmations, isOpen } = await answeredInSlack((sim) =>
      sim.failNext('chat.update', { answer: { status: 503, body: '' } }),
    );
    await until(() => confirmations().length > 0);
    await until(() => !isOpen());
    expect(slack.calls({ method: 'chat.update' })).toHaveLength(2);
    expect(confirmations()).toHaveLength(1);
  });

  it('is closed, and the answer confirmed once, when the platform returns no id of the confirmation', async () => {
    const teams = await startTeamsSimulator({ retryMs: 20 });
    onTestFinished(() => teams.close());
    teams.addPerson({ name: 'Ada' });
    const chat = teams.addConversation();
    const { token, openid, service } = teams.endpoints;
    const gateway = await startTestGateway({
      env: {
        PLATFORM_TEAMS_TOKEN_URL: token,
        PLATFORM_TEAMS_OPENID_URL: openid,
        PLATFORM_TEAMS_SERVICE_URL: service,
        PUBLIC_WEBHOOK_URL: 'https://gateway.example',
      },
    });
    await register(gateway, 'teams', chat.id, {
      app_id: teams.appId,
      app_password: teams.appPassword,
      app_tenant_id: teams.tenantId,
    });
    teams.setWebhook(`${gateway.url}/webhooks/default/teams/ops`);
    await ask(gateway);
    teams.failNext('sendToConversation', { times: 10, afterEffect: true, answer: { status: 201, body: {} } });
    await teams.write({ conversation: chat, text: 'ID:#1 later', mention: true });
    await until(() => gateway.logLines.some((line) => line.includes("A closed prompt's message was updated")));
    expect(teams.messages(chat).map(({ fromBot, buttons }) => [fromBot, buttons])).toEqual([
      [true, []],
      [false, []],
      [true, []],
    ]);
  });
});

async function register(
  gateway: TestGateway,
  platform: BodyInput<typeof createChannel>['platform'],
  target: string,
  credentials: Record<string, string>,
): Promise<void> {
  const body = { channel_id: 'ops', platform, target_chat_id: target, channel_type: 'PROMPT' as const, credentials };
  await gateway.call(createChannel, { body });
}

async function ask(gateway: TestGateway): Promise<void> {
  const body = { channel_id: 'ops', text: 'Which version?', options: ['1', '2'], allow_text: true };
  await gateway.call(createPrompt, { body });
}
