import { DiscordAdapter } from '@chat-adapter/discord';
import { startDiscordSimulator, until } from '@gateway/simulators/discord';
import { DefaultRestOptions } from 'discord.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenWith, question, quiet } from '../chat-adapter.js';

async function open() {
  const sim = await startDiscordSimulator();
  onTestFinished(() => sim.close());
  const channel = sim.addChannel({ name: 'approvals' });
  const ada = sim.addUser({ username: 'ada', globalName: 'Ada' });
  const adapter = new DiscordAdapter({
    botToken: sim.bot.token,
    publicKey: sim.bot.publicKey,
    applicationId: sim.bot.applicationId,
    apiUrl: `${sim.url}/api/v10`,
    logger: quiet,
  });
  const bot = await listenWith(adapter);
  // The adapter posts answers to interactions to a fixed URL, independent of its settings.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) =>
    fetch(typeof url === 'string' ? url.replace('https://discord.com', sim.url) : url, init),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { sim, channel, ada, adapter, bot };
}

describe('Discord simulator with @chat-adapter/discord', () => {
  it('verifies its URL, posts a question, receives the signed press and edits the question', async () => {
    const { sim, channel, ada, adapter, bot } = await open();
    await sim.setInteractionsUrl(bot.url);
    expect(bot.answers).toEqual(expect.arrayContaining([200, 401]));

    const threadId = adapter.encodeThreadId({ guildId: channel.guild_id!, channelId: channel.id });
    const posted = await adapter.postMessage(threadId, question('Deploy?', 'Yes', 'No'));
    expect(
      sim
        .messages()
        .at(-1)
        ?.components[0]?.components.map(({ label }) => label),
    ).toEqual(['Yes', 'No']);

    expect(await sim.press({ channel, button: 'No', user: ada })).toMatchObject({ answered: true });
    expect(bot.presses).toMatchObject([
      { actionId: 'answer', value: 'choice.1', messageId: posted.id, user: { userId: ada.id, userName: 'ada' } },
    ]);

    await adapter.editMessage(threadId, posted.id, question('Deploy? No.', 'Undo'));
    expect(sim.messages()).toMatchObject([
      { id: posted.id, edited_timestamp: expect.any(String), components: [{ components: [{ label: 'Undo' }] }] },
    ]);
  });

  it('receives texts over the socket and replies', async () => {
    const { sim, channel, ada, adapter, bot } = await open();
    const { api } = DefaultRestOptions;
    Object.assign(DefaultRestOptions, { api: `${sim.url}/api` });
    onTestFinished(() => void Object.assign(DefaultRestOptions, { api }));
    const listening: Promise<unknown>[] = [];
    const stop = new AbortController();
    await adapter.startGatewayListener({ waitUntil: (task) => listening.push(task) }, 60_000, stop.signal);
    await until(() => sim.connected());

    sim.writeText({ channel, text: 'Hello', user: ada });
    await until(() => bot.texts.length === 1);
    expect(bot.texts).toMatchObject([{ text: 'Hello', author: { userId: ada.id, userName: 'ada' } }]);
    await adapter.postMessage(bot.texts[0]!.threadId, 'You said Hello');
    expect(sim.messages({ channel }).map(({ content }) => content)).toEqual(['Hello', 'You said Hello']);
    stop.abort();
    await Promise.all(listening);
    await until(() => !sim.connected());
  });

  it('rejects a request with a foreign signature', async () => {
    const { sim, bot } = await open();
    const post = async (forged: boolean) =>
      (await fetch(bot.url, { method: 'POST', ...sim.sign({ type: 1 }, { forged }) })).status;
    expect([await post(false), await post(true)]).toEqual([200, 401]);
  });
});
