import type { Outcome } from '@gateway/platform-kit';
import { openWebhookAddress, sampleQuestion } from '@gateway/platform-kit/testing';
import { until } from '@gateway/simulators/discord';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, openDiscord } from './harness.js';

const answered: Outcome = { result: 'answered', notice: 'Recorded: Yes', closedText: 'Deploy?\n\nYes' };
const late: Outcome = { result: 'refused', notice: 'Already answered: Yes', closedText: 'Deploy?\n\nYes' };
const foreign: Outcome = { result: 'refused', notice: 'This button belongs to no question.', closedText: null };
const duplicate: Outcome = { result: 'duplicate', notice: null, closedText: null };

async function open(way: 'socket' | 'webhook', outcome: Outcome) {
  const sim = await openDiscord();
  const channel = sim.addChannel();
  const ada = sim.addUser({ username: 'ada' });
  const gateway = await connect({
    api: sim.url,
    token: sim.bot.token,
    ...(way === 'webhook' && { publicKey: sim.bot.publicKey }),
  });
  gateway.deliver = async (events) => events.map(() => outcome);
  if (way === 'socket') await gateway.start();
  else {
    const address = await openWebhookAddress();
    onTestFinished(() => address.close());
    address.serve(gateway.connection);
    await sim.setInteractionsUrl(address.url);
  }
  await gateway.connection.sendPrompt(sampleQuestion({ target: channel.id }));
  return { sim, channel, ada, gateway };
}

describe.each(['socket', 'webhook'] as const)('Discord answer to a press by %s', (way) => {
  it('rewrites the message and shows no notice to the person who answered', async () => {
    const { sim, channel, ada } = await open(way, answered);
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toEqual({ answered: true, type: 7, notice: null });
    expect(sim.messages({ channel })).toMatchObject([{ content: 'Deploy?\n\nYes', components: [] }]);
    expect(sim.privateNotes()).toEqual([]);
  });

  it('shows a notice only to a person who pressed too late', async () => {
    const { sim, channel, ada } = await open(way, late);
    expect(await sim.press({ channel, button: 'No', user: ada })).toMatchObject({ answered: true, type: 7 });
    await until(() => sim.privateNotes(ada).length > 0);
    expect(sim.privateNotes(ada)).toEqual([{ userId: ada.id, content: 'Already answered: Yes' }]);
    expect(sim.messages({ channel })).toHaveLength(1);
  });

  it('shows a notice only to the person who pressed when the message does not change', async () => {
    const { sim, channel, ada } = await open(way, foreign);
    expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({
      answered: true,
      type: 4,
      notice: foreign.notice,
    });
    expect(sim.messages({ channel })[0]?.components).toHaveLength(1);
  });

  it('changes nothing for a duplicate press', async () => {
    const { sim, channel, ada } = await open(way, duplicate);
    expect(await sim.press({ channel, button: 'No', user: ada })).toEqual({ answered: true, type: 6, notice: null });
  });
});

describe('a Discord press that cannot be stored', () => {
  it('fails immediately by webhook, so that the person presses again', async () => {
    const { sim, channel, ada, gateway } = await open('webhook', answered);
    gateway.deliver = () => Promise.reject(new Error('The database is away.'));
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ answered: false });
    gateway.deliver = async (events) => events.map(() => answered);
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ answered: true });
  });

  it('is answered by socket after it is stored', async () => {
    const { sim, channel, ada, gateway } = await open('socket', answered);
    let isAway = true;
    gateway.deliver = async (events) => {
      if (isAway) {
        isAway = false;
        throw new Error('The database is away.');
      }
      return events.map(() => answered);
    };
    expect(await sim.press({ channel, button: 'Yes', user: ada })).toMatchObject({ answered: true, type: 7 });
  });
});

describe('Discord webhook', () => {
  it('replies to the address test and to other interactions, and rejects unsigned requests', async () => {
    const sim = await openDiscord();
    const { connection } = await connect({
      api: sim.url,
      token: sim.bot.token,
      publicKey: sim.bot.publicKey.toUpperCase(),
    });
    const request = ({ headers, body }: { headers: Record<string, string>; body: string }) => ({
      method: 'POST' as const,
      url: 'https://gateway.example/webhooks/default/discord/ops',
      query: {},
      headers,
      body: Buffer.from(body),
    });
    expect(await connection.webhook!(request(sim.sign({ id: '1', type: 1 })))).toEqual({
      status: 200,
      body: { type: 1 },
    });
    const other = sim.addBot();
    expect(await connection.webhook!(request(sim.sign({ id: '1', type: 1 }, { bot: other })))).toMatchObject({
      status: 401,
    });
    expect(await connection.webhook!(request(sim.sign([])))).toMatchObject({ status: 400 });
    const replyTo = async (type: number) => (await connection.webhook!(request(sim.sign({ id: '1', type })))).body;
    expect(await replyTo(2)).toMatchObject({ type: 4, data: { content: expect.any(String), flags: 64 } });
    expect(await replyTo(4)).toEqual({ type: 8, data: { choices: [] } });
    expect(await replyTo(5)).toEqual({ type: 6 });
  });

  it('is not available without a public key', async () => {
    const sim = await openDiscord();
    expect((await connect({ api: sim.url, token: sim.bot.token })).connection.webhook).toBeUndefined();
    expect((await connect({ api: sim.url, token: sim.bot.token, publicKey: '' })).connection.webhook).toBeUndefined();
  });
});
