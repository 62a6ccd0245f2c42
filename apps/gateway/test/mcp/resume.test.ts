import { describe, expect, it } from 'vitest';
import { startAsking, type Asking } from '../api/asking.js';
import { sqlite } from '../harness/engines.js';
import { freePort } from '../harness/free-port.js';
import { startGatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { adminKey, makeKey } from '../harness/keys.js';
import { until } from '../harness/until.js';
import { connect, kinds } from './clients.js';

const auth = { USE_AUTH: 'true', GATEWAY_API_KEY: adminKey };
const question = { question: 'Ship it?', options: ['Yes', 'No'], channel_id: 'approvals' };

const call = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'ask_human', arguments: question, _meta: { progressToken: 'p' } },
};

const resumable = /^id: (\S+)\nretry: \d+\ndata: \n\n/m;

/** Calls `ask_human`, and ends the connection when enough was received. Returns the id of the event that makes the call resumable. */
async function brokenCall(
  { gateway }: Asking,
  key: string,
  { revision = '2025-11-25', isEnough = (received: string) => resumable.test(received) } = {},
): Promise<string | undefined> {
  const connection = new AbortController();
  const response = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: headersOf(key, revision),
    body: JSON.stringify(call),
    signal: connection.signal,
  });
  let received = '';
  for await (const chunk of response.body ?? []) {
    received += Buffer.from(chunk as Uint8Array).toString();
    if (isEnough(received)) break;
  }
  connection.abort();
  return resumable.exec(received)?.[1];
}

function headersOf(key: string, revision = '2025-11-25') {
  return {
    'x-api-key': key,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
  };
}

function resume({ gateway }: Asking, key: string, eventId: string) {
  const headers = { ...headersOf(key), accept: 'text/event-stream', 'last-event-id': eventId };
  return fetch(`${gateway.url}/mcp`, { headers });
}

describe('an MCP call whose connection broke', () => {
  it('is continued with the id of its event by the same key, and gets its answer', async () => {
    const setup = await startAsking({ env: auth });
    const { key } = await makeKey(setup.gateway, { preset: 'asker' });
    const eventId = (await brokenCall(setup, key)) ?? '';
    const resumed = await resume(setup, key, eventId);
    expect(resumed.headers.get('content-type')).toContain('text/event-stream');
    await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
    const messages = (await resumed.text()).split('\n').filter((line) => line.startsWith('data: {'));
    expect(JSON.parse((messages.at(-1) ?? '').slice(6))).toMatchObject({
      id: 7,
      result: { structuredContent: { status: 'answered', prompt_id: '#1', answer: { value: 'Yes' } } },
    });
    expect((await setup.list('?state=all')).json).toHaveLength(1);
  });

  it('is not continued by another key, or with an id that was changed', async () => {
    const setup = await startAsking({ env: auth });
    const [own, other] = [
      await makeKey(setup.gateway, { preset: 'asker' }),
      await makeKey(setup.gateway, { preset: 'asker' }),
    ];
    const eventId = (await brokenCall(setup, own.key)) ?? '';
    expect(eventId).not.toBe('');
    const changed = `${eventId.slice(0, -2)}${eventId.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const [key, id] of [
      [other.key, eventId],
      [own.key, changed],
      [own.key, '12'],
    ] as const) {
      const refused = await resume(setup, key, id);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('not one of this key') });
    }
  });

  it.each(['2025-06-18', '2025-03-26'])(
    'is not resumable by a client of revision %s, which could not read the event',
    async (revision) => {
      const setup = await startAsking({ env: auth });
      const { key } = await makeKey(setup.gateway, { preset: 'asker' });
      await brokenCall(setup, key);
      await setup.telegram.press({ chat: setup.ada, button: 'Yes' });
      const isEnough = (received: string) => received.includes('"answered"');
      expect(await brokenCall(setup, key, { revision, isEnough })).toBeUndefined();
    },
  );
});

it.each(kinds.slice(0, 2))(
  'a call of %s is answered although the gateway was killed with SIGKILL while it waited',
  { tags: ['slow'] },
  async (kind) => {
    const { telegram, env } = await startTelegram();
    const settings = { ...(await sqlite.empty()), ...env, PORT: String(await freePort()), LEASE_MS: '600' };
    const gateway = await startGatewayProcess(settings);
    const ada = telegram.addUser({ firstName: 'Ada' });
    await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
    const client = await connect(kind, 'HTTP', { url: gateway.url, key: 'none' });
    let isResumable = false;
    const reply = client.call('ask_human', question, {
      onprogress: () => {},
      onresumable: () => (isResumable = true),
    });
    await until(() => isResumable);
    await gateway.kill();
    await startGatewayProcess(settings);
    await telegram.press({ chat: ada, button: 'Yes' });
    expect((await reply).structuredContent).toMatchObject({ prompt_id: '#1', answer: { value: 'Yes' } });
  },
);
