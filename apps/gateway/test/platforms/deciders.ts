import { createChannel } from '@gateway/contract';
import { startDiscordSimulator } from '@gateway/simulators/discord';
import { buttonsOf as cardButtons, startGchatSimulator } from '@gateway/simulators/gchat';
import { buttonsOf, shownText, startSlackSimulator } from '@gateway/simulators/slack';
import { startTeamsSimulator } from '@gateway/simulators/teams';
import { freePort } from '../harness/free-port.js';
import { registerChannel, startTelegram, startTestGateway, type TestGateway } from '../harness/gateway.js';
import { startMessenger, startWhatsApp } from '../harness/graph-apps.js';
import { onCleanUp } from '../harness/shared.js';
import { until } from '../harness/until.js';

/** Ada, Bob and Cy on one platform. On platforms without groups each has a chat of their own. */
export interface Deciders {
  readonly gateway: TestGateway;
  /** The channels that reach all three. */
  readonly channels: readonly string[];
  readonly people: readonly [Decider, Decider, Decider];
  /** The labels of the buttons in the chat. Absent where messages cannot be rewritten. */
  readonly buttons?: () => string[];
}

export interface Decider {
  /** The user id on the platform. */
  readonly id: string;
  /** What the chat calls the person. */
  readonly name: string;
  press(button: string): Promise<void>;
  /** Gives words, in the platform's dialog if it has one, otherwise as a reply to the message that asks for them. */
  say(text: string): Promise<void>;
  /** Writes a message in the chat, where words are given in a dialog. */
  write?(text: string): unknown;
  /** Everything that the person can read, private notices included. */
  reads(): string[];
}

const NAMES = ['Ada', 'Bob', 'Cy'];
/** What the bot asks for after a press. */
const QUESTION = 'Why?';

const three = <T>(make: (name: string, index: number) => T) => NAMES.map(make) as [T, T, T];

async function startWithChannel(platform: string, target: string, credentials: object, env: Record<string, string>) {
  const gateway = await startTestGateway({ env });
  await gateway.call(createChannel, {
    body: {
      channel_id: 'ops',
      platform,
      target_chat_id: target,
      channel_type: 'PROMPT',
      credentials: { ...credentials },
    },
  });
  return { gateway, channels: ['ops'], address: `${gateway.url}/webhooks/default/${platform}/ops` };
}

async function onTelegram(): Promise<Deciders> {
  const { telegram, env } = await startTelegram();
  const users = three((firstName) => telegram.addUser({ firstName }));
  const chat = telegram.addChat({ title: 'Ops', members: users.map(({ id }) => id) });
  const gateway = await startTestGateway({ env });
  await registerChannel(gateway, telegram, { id: 'ops', chat });
  const people = three((name, index): Decider => {
    const user = users[index]!;
    const notices: string[] = [];
    return {
      id: String(user.id),
      name,
      press: async (button) => void notices.push((await telegram.press({ chat, user, button })).notice ?? ''),
      async say(text) {
        const asked = await until(() => telegram.messages({ chat }).find((known) => known.text?.includes(QUESTION)));
        telegram.writeText({ chat, user, text, replyTo: asked.message_id });
      },
      reads: () => [...telegram.messages({ chat }).map(({ text }) => text ?? ''), ...notices],
    };
  });
  const keyboards = () => telegram.messages({ chat }).flatMap((known) => known.reply_markup?.inline_keyboard ?? []);
  const buttons = () => keyboards().flatMap((row) => row.map(({ text }) => text));
  return { gateway, channels: ['ops'], people, buttons };
}

async function onSlack(): Promise<Deciders> {
  const slack = await startSlackSimulator();
  onCleanUp(() => slack.close());
  const users = three((name) => slack.addUser({ name: name.toLowerCase(), realName: name }));
  const channel = slack.addChannel({ name: 'ops' });
  const credentials = { bot_token: slack.botToken, signing_secret: slack.signingSecret };
  const started = await startWithChannel('slack', channel.id, credentials, { PLATFORM_SLACK_API_URL: slack.url });
  await slack.setRequestUrl(started.address);
  const people = three((name, index): Decider => {
    const user = users[index]!;
    return {
      id: user.id,
      name: name.toLowerCase(),
      press: async (button) => void (await slack.press({ channel, user, button })),
      async say(text) {
        await until(() => slack.modal(user));
        await slack.submit({ user, values: [text] });
      },
      write: (text) => slack.writeText({ channel, user, text }),
      reads: () => [...slack.messages(channel).map(shownText), ...slack.notices(user).map(({ text }) => text)],
    };
  });
  const buttons = () => slack.messages(channel).flatMap((known) => buttonsOf(known).map(({ label }) => label));
  return { ...started, people, buttons };
}

async function onDiscord(): Promise<Deciders> {
  const sim = await startDiscordSimulator();
  onCleanUp(() => sim.close());
  const users = three((name) => sim.addUser({ username: name.toLowerCase(), globalName: name }));
  const channel = sim.addChannel();
  const credentials = { bot_token: sim.bot.token };
  const started = await startWithChannel('discord', channel.id, credentials, { PLATFORM_DISCORD_API_URL: sim.url });
  await until(() => sim.connected());
  const people = three((name, index): Decider => {
    const user = users[index]!;
    return {
      id: user.id,
      name,
      press: async (button) => void (await sim.press({ channel, user, button })),
      async say(text) {
        await until(() => sim.modal(user));
        await sim.submit({ user, values: [text] });
      },
      write: (text) => sim.writeText({ channel, user, text }),
      reads: () => [...sim.messages({ channel }), ...sim.privateNotes(user)].map(({ content }) => content),
    };
  });
  const rows = () => sim.messages({ channel }).flatMap(({ components }) => components);
  const buttons = () => rows().flatMap((row) => row.components.map(({ label }) => label ?? ''));
  return { ...started, people, buttons };
}

async function onTeams(): Promise<Deciders> {
  const teams = await startTeamsSimulator({ botName: 'Gateway' });
  onCleanUp(() => teams.close());
  const persons = three((name) => teams.addPerson({ name }));
  const conversation = teams.addConversation({ name: 'ops' });
  const started = await startWithChannel(
    'teams',
    conversation.id,
    { app_id: teams.appId, app_password: teams.appPassword, app_tenant_id: teams.tenantId },
    {
      PLATFORM_TEAMS_TOKEN_URL: teams.endpoints.token,
      PLATFORM_TEAMS_OPENID_URL: teams.endpoints.openid,
      PLATFORM_TEAMS_SERVICE_URL: teams.endpoints.service,
    },
  );
  teams.setWebhook(started.address);
  const people = three((name, index): Decider => {
    const person = persons[index]!;
    const notices: string[] = [];
    return {
      id: person.aadObjectId ?? '',
      name,
      async press(button) {
        const { notice, card } = await teams.press({ conversation, person, button });
        notices.push(notice ?? '', card ?? '');
      },
      async say(text) {
        if (teams.dialog(person)) await teams.submit({ person, values: [text] });
        else {
          const asked = await until(() => teams.messages(conversation).find((known) => known.text.includes(QUESTION)));
          await teams.write({ conversation, person, text, quote: asked.id, mention: true });
        }
      },
      reads: () => [
        ...teams.messages(conversation).map(({ text }) => text),
        ...teams.dialogMessages(person),
        ...notices,
      ],
    };
  });
  const buttons = () => teams.messages(conversation).flatMap((known) => known.buttons);
  return { ...started, people, buttons };
}

async function onGchat(): Promise<Deciders> {
  const chat = await startGchatSimulator();
  onCleanUp(() => chat.close());
  const users = three((name) => chat.addUser(name));
  const space = chat.addSpace('Ops');
  const port = await freePort();
  const started = await startWithChannel(
    'gchat',
    space.name,
    { service_account_json: chat.serviceAccountJson, google_chat_project_number: chat.projectNumber },
    {
      PORT: String(port),
      PUBLIC_WEBHOOK_URL: `http://127.0.0.1:${port}`,
      PLATFORM_GCHAT_API_URL: chat.endpoints.api,
      PLATFORM_GCHAT_TOKEN_URL: chat.endpoints.token,
      PLATFORM_GCHAT_JWKS_URL: chat.endpoints.jwks,
    },
  );
  chat.configure({ webhookUrl: started.address });
  const people = three((name, index): Decider => {
    const user = users[index]!;
    const notices: string[] = [];
    const visible = () =>
      chat.messages(space).filter(({ privateMessageViewer: only }) => !only || only.name === user.name);
    return {
      id: user.name,
      name,
      press: async (button) => void notices.push((await chat.press({ space, user, button })).message?.text ?? ''),
      async say(text) {
        if (chat.dialog(user)) await chat.submit({ user, values: [text] });
        else {
          const asked = await until(() => chat.messages(space).find((known) => known.text?.includes(QUESTION)));
          await chat.writeText({ space, user, text, quote: asked.name });
        }
      },
      reads: () => [...[...visible(), ...chat.notifications()].map(({ text }) => text ?? ''), ...notices],
    };
  });
  const buttons = () => chat.messages(space).flatMap(({ cardsV2 }) => cardButtons(cardsV2).map(({ text }) => text));
  return { ...started, people, buttons };
}

type GraphApp = Awaited<ReturnType<typeof startWhatsApp>> | Awaited<ReturnType<typeof startMessenger>>;

/** A platform without groups: each person has a chat and a channel. `hasNames`: the platform tells the names of people. */
async function inOwnChats(app: GraphApp, { hasNames }: { hasNames: boolean }): Promise<Deciders> {
  const persons = three((name) => app.addPerson(name).target);
  const channels = three((name) => name.toLowerCase());
  for (const [index, id] of channels.entries()) await app.register({ id, target: persons[index]! });
  await app.sim.setWebhook(app.addressOf('ada'));
  const people = three((name, index): Decider => {
    const person = persons[index]!;
    return {
      id: person,
      name: hasNames ? name : person,
      press: async (button) => void (await app.sim.press({ person, button })),
      async say(text) {
        const asked = await until(() => app.said(person).find((known) => known.text.includes(QUESTION)));
        await app.sim.writeText({ person, text, replyTo: asked.id });
      },
      reads: () => app.said(person).map(({ text }) => text),
    };
  });
  return { gateway: app.gateway, channels, people };
}

/** The people of each platform, by its name. */
export const deciders: Readonly<Record<string, () => Promise<Deciders>>> = {
  Telegram: onTelegram,
  Slack: onSlack,
  Discord: onDiscord,
  'Microsoft Teams': onTeams,
  'Google Chat': onGchat,
  WhatsApp: async () => await inOwnChats(await startWhatsApp(), { hasNames: true }),
  Messenger: async () => await inOwnChats(await startMessenger(), { hasNames: false }),
};
