import { expect, it, onTestFinished } from 'vitest';
import { refuseWrites } from '@gateway/store/testing';
import { startAsking } from '../api/asking.js';
import { manualClock } from '../harness/clock.js';
import { onEveryEngine, type Engine } from '../harness/engines.js';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';
import { until } from '../harness/until.js';

/** Makes the database refuse writes until the returned function is called, or the test ends. */
async function fillDisk(env: Record<string, string>): Promise<() => Promise<void>> {
  const allow = await refuseWrites(env);
  let allowed: Promise<void> | null = null;
  const once = () => (allowed ??= allow());
  onTestFinished(once);
  return once;
}

async function healthOf(gateway: TestGateway) {
  const ready = await gateway.request('GET', '/readyz');
  const metrics = await gateway.request('GET', '/metrics');
  const { json: status } = await gateway.request('GET', '/v1/status');
  return {
    ready: ready.status,
    up: /^gateway_database_up (\d)$/m.exec(metrics.text)?.[1],
    prompts: /^gateway_prompts\{state="pending"\} (\d)$/m.exec(metrics.text)?.[1],
    status: status.status,
    pending: status.prompts_pending,
  };
}

onEveryEngine((engine) => {
  it('a database that refuses writes makes the gateway report not ready everywhere, until writes work again', async () => {
    const env = await engine.empty();
    const { gateway, ask } = await startAsking({ env });
    await ask();
    const well = { ready: 200, up: '1', prompts: '1', status: 'ok', pending: 1 };
    expect(await healthOf(gateway)).toEqual(well);

    const makeRoom = await fillDisk(env);
    const body = { channel_id: 'approvals', text: 'Ship it?', options: ['Yes'] };
    await until(async () => (await gateway.request('POST', '/v1/prompts/new', { body })).status === 503);
    expect(await healthOf(gateway)).toEqual({ ...well, ready: 503, up: '0', status: 'error' });
    const refused = await gateway.request('GET', '/readyz');
    expect(refused.json.detail).toMatch(/^The database does not accept writes at the moment/);
    const lines = gateway.logLines.filter((line) => line.includes('The database does not accept writes'));
    expect(lines).toHaveLength(1);

    await makeRoom();
    await until(async () => (await gateway.request('GET', '/readyz')).status === 200);
    expect(await healthOf(gateway)).toEqual(well);
    expect(gateway.logLines.some((line) => line.includes('The database accepts writes again'))).toBe(true);
  });

  it('an idle gateway whose disk is full is reported as not ready within ten seconds', async () => {
    const clock = manualClock();
    const env = await engine.empty();
    const gateway = await startTestGateway({ env, clock });
    const other = await startTestGateway({ env: { ...env, ...(await otherFolder(engine)) }, clock });
    const ready = async (one: TestGateway) => (await one.request('GET', '/readyz')).status;
    expect(await Promise.all([ready(gateway), ready(other)])).toEqual([200, 200]);
    const makeRoom = await fillDisk(env);
    clock.skip(10_000);
    await until(async () => (await ready(gateway)) === 503);
    expect(await ready(other)).toBe(engine.name === 'sqlite' ? 200 : 503);
    await makeRoom();
    clock.skip(1000);
    await until(async () => (await ready(gateway)) === 200 && (await ready(other)) === 200);
  });
});

/** On PostgreSQL a second instance of the same database, on SQLite a separate gateway. */
async function otherFolder(engine: Engine): Promise<Record<string, string>> {
  return engine.name === 'sqlite' ? { DATA_DIR: (await engine.empty()).DATA_DIR ?? '' } : {};
}
