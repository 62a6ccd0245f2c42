import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startTestGateway } from '../harness/gateway.js';

const deployed = (path: string) => readFileSync(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8');

it('every metric that the dashboard and the alert rules name exists', async () => {
  const gateway = await startTestGateway();
  const { text } = await gateway.request('GET', '/metrics');
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const files = deployed('grafana/dashboard.json') + deployed('prometheus/alerts.yaml');
  const named = [...files.matchAll(/\b(?:gateway|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual(
    [],
  );
});
