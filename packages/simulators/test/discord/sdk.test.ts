import {
  startDiscordSimulator,
  until,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '@gateway/simulators/discord';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  type DiscordAPIError,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  MessageFlags,
  ModalBuilder,
  REST,
  Routes,
  type TextChannel,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';

const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;

async function open(options: DiscordSimulatorOptions = {}) {
  const sim = await startDiscordSimulator(options);
  onTestFinished(() => sim.close());
  const channel = sim.addChannel({ name: 'approvals' });
  const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
  return { sim, channel, ada };
}

/** The official SDK with the simulator's URL. */
function createClient(sim: DiscordSimulator): Client {
  const client = new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    rest: { api: `${sim.url}/api`, retries: 0 },
    waitGuildTimeout: 0,
  });
  client.on(Events.Error, () => {});
  onTestFinished(() => client.destroy());
  return client;
}

const rowOf = (...labels: string[]) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    labels.map((label) =>
      new ButtonBuilder().setCustomId(`choice:${label}`).setLabel(label).setStyle(ButtonStyle.Primary),
    ),
  );

describe('Discord simulator with discord.js', () => {
  it('sends the files of a person as attachments whose addresses are signed', async () => {
    const { sim, channel, ada } = await open();
    const client = createClient(sim);
    const received = new Promise<{ name: string; size: number; url: string }[]>((resolve) =>
      client.on(Events.MessageCreate, ({ attachments }) => resolve([...attachments.values()])),
    );
    await client.login(sim.bot.token);
    await until(() => sim.connected());
    const bytes = Buffer.from('All is well.');
    sim.sendFiles({ channel, user: ada, files: [{ name: 'a.txt', type: 'text/plain', bytes }], text: 'Look' });
    const [attachment] = await received;
    expect(attachment).toMatchObject({ name: 'a.txt', size: 12 });
    expect(await (await fetch(attachment?.url ?? '')).text()).toBe('All is well.');
    expect((await fetch((attachment?.url ?? '').replace(/hm=\w+/, 'hm=0'))).status).toBe(404);
  });

  it('opens a modal in answer to a press, and receives its submission', async () => {
    const { sim, channel, ada } = await open();
    const client = createClient(sim);
    const input = new TextInputBuilder().setCustomId('reason').setStyle(TextInputStyle.Paragraph).setMaxLength(9);
    const modal = new ModalBuilder()
      .setCustomId('why')
      .setTitle('Reject')
      .addTextDisplayComponents(new TextDisplayBuilder().setContent('Deploy?'))
      .addLabelComponents(new LabelBuilder().setLabel('Why?').setTextInputComponent(input));
    client.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isButton()) void interaction.showModal(modal);
      if (interaction.isModalSubmit()) {
        const reason = interaction.fields.getTextInputValue('reason');
        const content = `${interaction.customId} ${interaction.message?.content}: ${reason}`;
        void interaction.reply({ content, flags: MessageFlags.Ephemeral });
      }
    });
    await client.login(sim.bot.token);
    await until(() => client.isReady());
    const posted = (await client.channels.fetch(channel.id)) as TextChannel;
    await posted.send({ content: 'Ship it?', components: [rowOf('Yes', 'No')] });
    expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({ answered: true, type: 9, notice: null });
    expect(sim.modal(ada)).toEqual({
      title: 'Reject',
      texts: ['Deploy?'],
      inputs: [{ customId: 'reason', label: 'Why?', value: '', multiline: true, required: true, maxLength: 9 }],
    });
    await expect(sim.submit({ user: ada, values: [''] })).rejects.toThrow('"Why?" is required');
    await expect(sim.submit({ user: ada, values: ['0123456789'] })).rejects.toThrow('accepts 9 characters');
    const notice = 'why Ship it?: too risky';
    expect(await sim.submit({ user: ada, values: ['too risky'] })).toEqual({ answered: true, type: 4, notice });
    expect(sim.modal(ada)).toBeNull();
  });

  it('logs in, receives a text and replies to it', async () => {
    const { sim, channel, ada } = await open();
    const client = createClient(sim);
    client.on(Events.MessageCreate, (message) => {
      if (!message.author.bot) void message.reply(`You said ${message.content}`);
    });
    await client.login(sim.bot.token);
    await until(() => client.isReady());
    expect(client.user?.id).toBe(sim.bot.id);
    const written = sim.writeText({ channel, text: 'hello', user: ada });
    const reply = await sim.waitForMessage(({ content }) => content === 'You said hello');
    expect(reply).toMatchObject({
      type: 19,
      message_reference: { message_id: written.id },
      author: { id: sim.bot.id },
    });
  });

  it('receives a press and edits the message, or answers the presser privately', async () => {
    const { sim, channel, ada } = await open();
    const client = createClient(sim);
    client.on(Events.InteractionCreate, (interaction) => {
      if (!interaction.isButton()) return;
      if (interaction.customId === 'choice:Yes')
        void interaction.update({ content: `Shipped by ${interaction.user.username}`, components: [] });
      else void interaction.reply({ content: 'Not you', flags: MessageFlags.Ephemeral });
    });
    await client.login(sim.bot.token);
    await until(() => client.isReady());
    const text = (await client.channels.fetch(channel.id)) as TextChannel;
    await text.send({ content: 'Ship it?', components: [rowOf('Yes', 'No')] });
    expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({
      answered: true,
      type: 4,
      notice: 'Not you',
    });
    expect(sim.privateNotes(ada)).toEqual([{ userId: ada.id, content: 'Not you' }]);
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toEqual({ answered: true, type: 7, notice: null });
    expect(sim.messages({ channel })).toMatchObject([{ content: 'Shipped by ada', components: [] }]);
  });

  it('resumes a dropped session and receives the missed events', async () => {
    const { sim, channel } = await open();
    const client = createClient(sim);
    const received: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => void received.push(content));
    await client.login(sim.bot.token);
    await until(() => client.isReady());
    sim.disconnect();
    await until(() => !sim.connected());
    sim.writeText({ channel, text: 'missed' });
    await until(() => received.includes('missed'));
  });

  it('is refused with a wrong token and with a disabled intent', async () => {
    const { sim } = await open({ bot: { messageContent: false } });
    await expect(createClient(sim).login('not-a-token')).rejects.toThrow('invalid token');
    await expect(createClient(sim).login(sim.bot.token)).rejects.toThrow('disallowed intents');
  });
});

describe('Discord simulator: REST API', () => {
  const refusalOf = async (work: Promise<unknown>): Promise<DiscordAPIError> =>
    await work.then(
      () => expect.fail('It was not refused.'),
      (error: unknown) => error as DiscordAPIError,
    );

  it.each([
    ['an empty message', {}, 50006, 'Cannot send an empty message'],
    ['a text of 2001 characters', { content: 'x'.repeat(2001) }, 50035, /Must be 2000 or fewer in length/],
    [
      'a label of 81 characters',
      { content: 'x', components: [button({ label: 'y'.repeat(81), custom_id: 'a' })] },
      50035,
      /Must be 80 or fewer in length/,
    ],
    [
      'a custom id of 101 characters',
      { content: 'x', components: [button({ custom_id: 'c'.repeat(101) })] },
      50035,
      /Must be 100 or fewer in length/,
    ],
    [
      'six buttons in a row',
      {
        content: 'x',
        components: [
          {
            type: 1,
            components: Array.from({ length: 6 }, (_, n) => ({ type: 2, style: 1, label: 'x', custom_id: `${n}` })),
          },
        ],
      },
      50035,
      /Must be 5 or fewer in length/,
    ],
    [
      'two buttons with the same custom id',
      { content: 'x', components: [button({ custom_id: 'a' }), button({ custom_id: 'a' })] },
      50035,
      /cannot be duplicated/,
    ],
    ['a reply to nothing', { content: 'x', message_reference: { message_id: '1' } }, 50035, /Unknown message/],
  ])('refuses %s with the error of Discord', async (_name, body, code, message) => {
    const { sim, channel } = await open();
    const rest = new REST({ api: `${sim.url}/api`, retries: 0 }).setToken(sim.bot.token);
    const error = await refusalOf(rest.post(Routes.channelMessages(channel.id), { body }));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(sim.messages({ channel })).toEqual([]);
  });

  it('refuses access to hidden channels, read-only channels and messages of others', async () => {
    const { sim, channel, ada } = await open();
    const rest = new REST({ api: `${sim.url}/api`, retries: 0 }).setToken(sim.bot.token);
    const post = (id: string) => refusalOf(rest.post(Routes.channelMessages(id), { body: { content: 'x' } }));
    const hers = sim.writeText({ channel, text: 'mine', user: ada });
    expect(
      (await refusalOf(rest.patch(Routes.channelMessage(channel.id, hers.id), { body: { content: 'x' } }))).code,
    ).toBe(50005);
    expect((await post('1400000000000000404')).code).toBe(10003);
    sim.setAccess(channel, 'read');
    expect((await post(channel.id)).code).toBe(50013);
    sim.setAccess(channel, 'none');
    expect((await post(channel.id)).code).toBe(50001);
    sim.blockDirectMessages(ada);
    expect((await post(sim.directMessages(ada).id)).code).toBe(50007);
    sim.revokeToken();
    expect((await post(channel.id)).status).toBe(401);
  });

  it('accepts one answer per press', async () => {
    const { sim, channel, ada } = await open();
    const client = createClient(sim);
    const codes: unknown[] = [];
    client.on(Events.InteractionCreate, (interaction) => {
      void (async () => {
        const route = Routes.interactionCallback(interaction.id, interaction.token);
        await client.rest.post(route, { body: { type: 6 }, auth: false });
        codes.push((await refusalOf(client.rest.post(route, { body: { type: 6 }, auth: false }))).code);
        codes.push(
          (await refusalOf(client.rest.post(Routes.interactionCallback('1', 'x'), { body: { type: 6 }, auth: false })))
            .code,
        );
      })();
    });
    await client.login(sim.bot.token);
    await until(() => client.isReady());
    const text = (await client.channels.fetch(channel.id)) as TextChannel;
    await text.send({ content: 'Ship it?', components: [rowOf('Yes')] });
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ type: 6 });
    await until(() => codes.length === 2);
    expect(codes).toEqual([40060, 10062]);
  });
});

describe('Discord simulator: control API', () => {
  it('offers the functions of the simulator over HTTP', async () => {
    const { sim, channel, ada } = await open();
    const control = async (path: string, body?: object) => {
      const response = await fetch(`${sim.url}/control${path}`, body && { method: 'POST', body: JSON.stringify(body) });
      return (await response.json()) as Record<string, unknown>;
    };
    expect(await control('/text', { channel: channel.id, text: 'hello', user: ada.id })).toMatchObject({
      content: 'hello',
    });
    expect(await control(`/messages?channel=${channel.id}`)).toMatchObject([{ content: 'hello' }]);
    expect(await control('/state')).toMatchObject({ users: [{ username: 'ada' }], bots: [{ connected: false }] });
    expect(await control('/press', { channel: channel.id, button: 0 })).toMatchObject({
      detail: expect.stringContaining('No message'),
    });
  });

  it('rejects an interactions URL that fails the verification', async () => {
    const { sim } = await open();
    await expect(sim.setInteractionsUrl(`${sim.url}/control/state`)).rejects.toThrow('could not be verified');
  });
});

function button(fields: object): object {
  return { type: 1, components: [{ type: 2, style: 1, label: 'x', ...fields }] };
}
