import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../harness/gateway.js';

const text = async (gateway: TestGateway) => (await gateway.request('GET', '/metrics')).text;

function lags(metrics: string): Record<string, number> {
  const lines = [...metrics.matchAll(/^nodejs_eventloop_lag_(?:(\w+)_)?seconds (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name = 'now', value]) => [name, Number(value)]));
}

// Must be the first test: it needs a process whose metrics have not been read.
it('the event loop lag is measured from the start, and reading it does not reset it', async () => {
  const gateway = await startTestGateway();
  await delay(50);
  const until = performance.now() + 300;
  while (performance.now() < until);
  await delay(50);
  const first = lags(await text(gateway));
  expect(Object.keys(first).toSorted()).toEqual(['max', 'mean', 'min', 'now', 'p50', 'p90', 'p99', 'stddev']);
  for (const value of Object.values(first)) expect(value).toBeLessThan(60);
  expect(first.max).toBeGreaterThan(0.2);
  const second = lags(await text(gateway));
  expect(second.max).toBeGreaterThanOrEqual(first.max ?? Infinity);
  expect(second.min).toBeLessThanOrEqual(first.min ?? 0);
});

it('the metrics follow the naming rules (_total only on counters) and pass promtool', async () => {
  const gateway = await startTestGateway();
  const metrics = await text(gateway);
  const types = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  expect(types.length).toBeGreaterThan(20);
  expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  for (const { name } of types) expect(metrics).toContain(`# HELP ${name} `);
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: metrics });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return;
  expect(`${stdout.toString()}${stderr.toString()}`).toBe('');
  expect(status).toBe(0);
});
