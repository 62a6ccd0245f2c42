import { expect, it } from 'vitest';
import { onEveryEngine, onPostgres, sqlite, type Engine } from '../harness/engines.js';
import { startGatewayProcess, type GatewayProcess } from '../harness/gateway-process.js';
import { registerChannel, startTelegram } from '../harness/gateway.js';
import { until } from '../harness/until.js';

const KILLS = 5;
/** The longest time in milliseconds between the sending of a request and the kill. */
const KILLED_WITHIN_MS = 12;
const CONSUMES = 10_000;
const PARALLEL = 100;

const action = { name: 'deploy', args: { service: 'api' } };
const changed = { name: 'deploy', args: { service: 'web' } };

interface Reply {
  readonly status: number;
  readonly json: { readonly consumed_at?: string; readonly replayed?: boolean; readonly code?: string };
}

async function consume(
  { url }: Pick<GatewayProcess, 'url'>,
  num: number,
  key: string | null,
  body: object = { action },
) {
  const response = await fetch(`${url}/v1/prompts/${num}/consume`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() } as Reply;
}

/** A gateway with prompts that were approved, and the settings of further instances. */
async function startApproved(engine: Engine, count: number) {
  const { telegram, env } = await startTelegram();
  const settings = { ...(await engine.empty()), ...env, LEASE_MS: '600' };
  const gateway = await startGatewayProcess(settings);
  const ada = telegram.addUser({ firstName: 'Ada' });
  await registerChannel(gateway, telegram, { id: 'approvals', chat: ada });
  const read = async ({ url }: Pick<GatewayProcess, 'url'>, num: number) =>
    (await (await fetch(`${url}/v1/prompts/${num}`)).json()) as { state: string; consumed_at: string | null };
  for (let num = 1; num <= count; num += 1) {
    const body = JSON.stringify({ channel_id: 'approvals', text: 'Deploy?', action, decisions: ['approve', 'reject'] });
    await fetch(`${gateway.url}/v1/prompts/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await telegram.press({ chat: ada, button: 'Approve' });
    await until(async () => (await read(gateway, num)).state === 'answered');
  }
  return { gateway, settings, read };
}

onEveryEngine((engine) => {
  it('the repeat of a use whose instance was killed gets the reply of the first request, or makes the first use', async () => {
    const started = await startApproved(engine, KILLS);
    let { gateway } = started;
    for (let num = 1; num <= KILLS; num += 1) {
      const cut = consume(gateway, num, `run-${num}`).catch(() => null);
      // In each second round after the use was committed, perhaps before its reply was sent.
      if (num % 2 === 0) await until(async () => (await started.read(gateway, num)).consumed_at !== null);
      else await new Promise((resolve) => setTimeout(resolve, (KILLED_WITHIN_MS * (num - 1)) / (KILLS - 1)));
      await gateway.kill();
      const first = await cut;
      gateway = await startGatewayProcess(started.settings);
      const before = await started.read(gateway, num);
      const again = await until(async () => {
        const reply = await consume(gateway, num, `run-${num}`);
        return reply.status === 200 ? reply : null;
      });
      const isUsed = before.consumed_at !== null;
      expect(again.json).toMatchObject({ replayed: isUsed, ...(isUsed && { consumed_at: before.consumed_at }) });
      if (first) expect(again.json).toEqual({ ...first.json, replayed: true });
      expect(await started.read(gateway, num)).toMatchObject({ consumed_at: again.json.consumed_at });
      expect(await consume(gateway, num, null)).toMatchObject({ status: 409, json: { code: 'already_consumed' } });
    }
  });
});

async function race(gateways: readonly GatewayProcess[]) {
  const replies: { readonly key: string | null; readonly isExact: boolean; readonly reply: Reply }[] = [];
  const queue = Array.from({ length: CONSUMES }, (_, at) => at).values();
  const worker = async () => {
    for (const at of queue) {
      const gateway = gateways[at % gateways.length];
      // Every third request repeats the key of others, and every fifth has another action.
      const key = at % 3 === 0 ? `run-${at % 60}` : null;
      const isExact = at % 5 !== 0;
      const keyed = key === null || isExact ? key : `${key}-changed`;
      if (gateway)
        replies.push({
          key: keyed,
          isExact,
          reply: await consume(gateway, 1, keyed, { action: isExact ? action : changed }),
        });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return replies;
}

function expectOneUse(replies: Awaited<ReturnType<typeof race>>): void {
  expect(replies).toHaveLength(CONSUMES);
  const accepted = replies.filter(({ reply }) => reply.status === 200);
  const first = accepted.filter(({ reply }) => reply.json.replayed === false);
  expect(first).toHaveLength(1);
  expect(first[0]?.isExact).toBe(true);
  // Only repeats of the request that made the use get its reply.
  for (const { key, reply } of accepted) {
    expect(key).toBe(first[0]?.key);
    expect(reply.json.consumed_at).toBe(first[0]?.reply.json.consumed_at);
  }
  const codes = new Set(replies.filter(({ reply }) => reply.status !== 200).map(({ reply }) => reply.json.code));
  for (const code of codes) expect(['already_consumed', 'action_changed', 'idempotency_in_progress']).toContain(code);
}

it(
  'of 10,000 concurrent, changed and repeated uses of one approval on SQLite one is accepted',
  { tags: ['slow'] },
  async () => {
    const { gateway } = await startApproved(sqlite, 1);
    expectOneUse(await race([gateway]));
  },
);

onPostgres((engine) => {
  it(
    'of 10,000 concurrent, changed and repeated uses of one approval on two instances one is accepted',
    { tags: ['slow'] },
    async () => {
      const { gateway, settings } = await startApproved(engine, 1);
      expectOneUse(await race([gateway, await startGatewayProcess(settings)]));
    },
  );
});
