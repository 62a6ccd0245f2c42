import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { declarations, type Declaration } from '../../src/metrics/declarations.js';
import { startTestGateway } from '../harness/gateway.js';

const deployed = (path: string) => readFileSync(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8');
const dashboard = deployed('grafana/dashboard.json');
const alerts = deployed('prometheus/alerts.yaml');

it('every metric that the dashboard and the alert rules name exists', async () => {
  const gateway = await startTestGateway();
  const { text } = await gateway.request('GET', '/metrics');
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = [...(dashboard + alerts).matchAll(/\b(?:gateway|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual(
    [],
  );
  expect(Object.keys(declarations).filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => name?.startsWith('gateway_') && !(name in declarations))).toEqual([]);
});

it('every label, and every value of a label, that the dashboard and the alert rules name exists', () => {
  const panels: { readonly targets: readonly { readonly expr: string }[] }[] = JSON.parse(dashboard).panels;
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/expr: (?:\|\n)?((?:.+\n)(?: {10,}.+\n)*)/g)].map(([, expr = '']) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(25);
  let compared = 0;
  const wrong = expressions.flatMap((expr) => {
    const labels = labelsOf(expr);
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
    const selected = [...expr.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
    compared += grouped.length + selected.length;
    return [
      ...grouped.filter((name) => !labels.has(name)),
      ...selected.flatMap(([matcher, name = '', operator, value = '']) => {
        const values = labels.get(name);
        if (values === undefined) return [matcher];
        const isRegex = operator === '=~' || operator === '!~';
        return values === null || isRegex || values.includes(value) ? [] : [matcher];
      }),
    ].map((name) => `${name} in ${expr}`);
  });
  expect(compared).toBeGreaterThan(25);
  expect(wrong).toEqual([]);
});

it('promtool tests the alert rules: each fires in time and only for its cause', () => {
  const file = fileURLToPath(new URL('../../../../deploy/prometheus/alerts.test.yaml', import.meta.url));
  const names = (text: string, key: string) =>
    new Set([...text.matchAll(new RegExp(`${key}: (\\w+)`, 'g'))].map(([, name]) => name));
  expect(names(readFileSync(file, 'utf8'), 'alertname')).toEqual(names(alerts, '- alert'));
  const { error, status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file]);
  // `npm test` names the missing program.
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return;
  expect({ status, output: `${stdout.toString()}${stderr.toString()}` }).toMatchObject({ status: 0 });
});

/** The labels of all metrics in an expression, with their values where these are declared. */
function labelsOf(expr: string): Map<string, readonly string[] | null> {
  const known = new Map<string, readonly string[] | null>([
    ['instance', null],
    ['le', null],
  ]);
  for (const [name, { labels = {} }] of Object.entries<Declaration>(declarations)) {
    if (new RegExp(`\\b${name}(?:_bucket|_count|_sum)?\\b`).test(expr)) {
      for (const [label, values] of Object.entries(labels)) known.set(label, values);
    }
  }
  return known;
}
