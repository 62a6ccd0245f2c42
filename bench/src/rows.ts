import { setTimeout as delay } from 'node:timers/promises';
import { apiKey, channelId, chatId, messageCount, promptCount, talkId, type Fixture } from './fixture.js';
import type { Measured, RequestsTask } from './load.js';
import type { Loader } from './loader.js';
import { median } from './numbers.js';
import { bareProgram, startProgram, type Program } from './program.js';
import type { FakePlatform } from './fake-platform.js';

/** One line of the result. `ratio`: gateway to bare Express, 1 is equal. */
export interface Row {
  readonly what: string;
  readonly gateway: string;
  readonly bare?: string;
  readonly ratio?: number;
}

export interface Bench {
  readonly folder: string;
  readonly fixture: Fixture;
  readonly loader: Loader;
  readonly fakePlatform: FakePlatform;
}

export const ROUNDS = 7;
const ROUND_MS = 800;
const CONNECTIONS = 16;

const json = { 'content-type': 'application/json', 'x-api-key': apiKey };
const get = (path: string): RequestsTask['shot'] => ({ method: 'GET', path, headers: json });
const send: RequestsTask['shot'] = {
  method: 'POST',
  path: '/v1/messages/send',
  headers: json,
  body: JSON.stringify({ channel_id: talkId, text: 'The deployment is done.' }),
};
const create = (callbackUrl?: string): RequestsTask['shot'] => ({
  method: 'POST',
  path: '/v1/prompts/new',
  headers: json,
  body: JSON.stringify({
    channel_id: channelId,
    text: 'Deploy version 2.4.0?',
    options: ['Deploy', 'Not today'],
    callback_url: callbackUrl,
  }),
});

/** Requests to the gateway and, in turns, to a bare Express on a copy of its database. */
export async function compareRequests({ folder, fixture, loader, fakePlatform }: Bench): Promise<Row[]> {
  const gateway = await fixture.startGateway();
  const bare = await startProgram(folder, [bareProgram, fixture.copy, fakePlatform.url]);
  const rows = [
    await inTurns(`list 50 of ${promptCount} prompts`, get('/v1/prompts?limit=50'), { gateway, bare, loader }),
    await inTurns('create a prompt', create(), { gateway, bare, loader }),
    await inTurns(`list 200 of ${messageCount} messages`, get('/v1/messages?limit=200'), { gateway, bare, loader }),
    await inTurns('send a message', send, { gateway, bare, loader }),
    await inTurns('status', get('/v1/status'), { gateway, bare, loader }),
  ];
  await Promise.all([gateway.stop(), bare.stop()]);
  return rows;
}

async function inTurns(
  what: string,
  shot: RequestsTask['shot'],
  { gateway, bare, loader }: { gateway: Program; bare: Program; loader: Loader },
): Promise<Row> {
  const measure = ({ url }: Program, ms: number) =>
    loader.run({ kind: 'requests', url, shot, connections: CONNECTIONS, ms });
  const results: { gateway: Measured[]; bare: Measured[] } = { gateway: [], bare: [] };
  await measure(gateway, ROUND_MS);
  await measure(bare, ROUND_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    results.gateway.push(await measure(gateway, ROUND_MS));
    results.bare.push(await measure(bare, ROUND_MS));
  }
  const rate = (measured: readonly Measured[]) => median(measured.map(({ perSecond }) => perSecond));
  return {
    what,
    gateway: speed(results.gateway),
    bare: speed(results.bare),
    ratio: rate(results.gateway) / rate(results.bare),
  };
}

/** Sixteen people press buttons of different prompts. The time ends when the agent has the callback. */
export async function pressToCallback({ fixture, loader, fakePlatform }: Bench, count = 1500): Promise<Row> {
  const gateway = await fixture.startGateway();
  const callbackUrl = `http://127.0.0.1:${loader.receiverPorts[0]}/`;
  fakePlatform.takeButtons();
  await loader.run({
    kind: 'requests',
    url: gateway.url,
    shot: create(callbackUrl),
    connections: CONNECTIONS,
    ms: 60_000,
    count,
  });
  const shots = fakePlatform.takeButtons().map(({ messageId, data }, index) => ({
    promptNum: Number(data.split('.')[0]),
    method: 'POST' as const,
    path: `/webhooks/default/telegram/${channelId}`,
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': fakePlatform.webhookSecret() ?? '',
    },
    body: JSON.stringify({
      update_id: index + 1,
      callback_query: {
        id: String(Date.now() * 10_000 + index),
        from: { id: chatId, is_bot: false, first_name: 'Ada' },
        message: { message_id: messageId, date: 1, chat: { id: chatId, type: 'private' } },
        chat_instance: '1',
        data,
      },
    }),
  }));
  const measured = await loader.run({ kind: 'presses', url: gateway.url, shots, connections: CONNECTIONS });
  await gateway.stop();
  return { what: 'press to callback', gateway: speed([measured]) };
}

/** The gateway starts with a backlog of callbacks. */
export async function drain({ fixture, loader }: Bench, receivers: number, count = 4000): Promise<Row> {
  await fixture.addPendingCallbacks(
    count,
    loader.receiverPorts.slice(0, receivers).map((port) => `http://127.0.0.1:${port}/`),
  );
  const measuring = loader.run({ kind: 'drain', count });
  const gateway = await fixture.startGateway();
  const { perSecond } = await measuring;
  await gateway.stop();
  return {
    what: `callback backlog, ${receivers} receiver${receivers === 1 ? '' : 's'}`,
    gateway: `${Math.round(perSecond)}/s`,
  };
}

/** Many prompts are overdue at start. Each is expired, its chat message closed and its callback sent. */
export async function expire({ fixture, loader }: Bench, count = 4000): Promise<Row> {
  await fixture.makePromptsOverdue(count, `http://127.0.0.1:${loader.receiverPorts[0]}/`);
  const measuring = loader.run({ kind: 'drain', count });
  const gateway = await fixture.startGateway();
  const before = gateway.cpu();
  const { perSecond } = await measuring;
  const each = (gateway.cpu() - before) / count;
  await gateway.stop();
  return {
    what: `${count} prompts expire at once`,
    gateway: `${Math.round(perSecond)}/s  ${each.toFixed(2)} ms CPU each`,
  };
}

/** The time from spawning the process to its ready line, and the memory at rest. */
export async function starting({ folder, fixture, fakePlatform }: Bench): Promise<Row[]> {
  const variants = {
    gateway: () => fixture.startGateway(),
    bare: () => startProgram(folder, [bareProgram, fixture.copy, fakePlatform.url]),
  };
  const times = { gateway: [] as number[], bare: [] as number[] };
  const memory = { gateway: 0, bare: 0 };
  for (let round = 0; round < 5; round += 1) {
    for (const name of ['gateway', 'bare'] as const) {
      const program = await variants[name]();
      times[name].push(program.startMs);
      if (round === 4) {
        await delay(2000);
        memory[name] = program.memory();
      }
      await program.stop();
    }
  }
  const [ours, theirs] = [median(times.gateway), median(times.bare)];
  return [
    { what: 'start', gateway: `${Math.round(ours)} ms`, bare: `${Math.round(theirs)} ms`, ratio: ours / theirs },
    {
      what: 'memory at rest',
      gateway: `${Math.round(memory.gateway)} MiB`,
      bare: `${Math.round(memory.bare)} MiB`,
      ratio: memory.gateway / memory.bare,
    },
  ];
}

function speed(measured: readonly Measured[]): string {
  const of = (pick: (one: Measured) => number) => median(measured.map(pick));
  return `${Math.round(of(({ perSecond }) => perSecond))}/s  p50 ${of(({ p50 }) => p50).toFixed(1)} ms  p99 ${of(({ p99 }) => p99).toFixed(1)} ms`;
}
