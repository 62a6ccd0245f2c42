import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { manifestOf } from '../lib/production-tree.mjs';
import { root } from '../lib/workspace.mjs';

/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8');

const files = [
  'Dockerfile',
  'compose.yaml',
  'compose.postgres.yaml',
  'deploy/systemd/gateway.service',
  'deploy/systemd/gateway.env',
  'deploy/helm/gateway/values.yaml',
  'deploy/helm/gateway/templates/deployment.yaml',
];
/** Variables of Node, of the other images and of the proxy. */
const foreign = /^(?:NODE_ENV|PATH|POSTGRES_\w+|SITE_ADDRESS|UPSTREAMS)$/;

test.each(files)('every setting that %s names exists', async (file) => {
  const { settings } = await import(pathToFileURL(join(root, 'apps/gateway/src/settings/settings.ts')).href);
  const known = new Set(
    Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name])),
  );
  const text = read(file);
  const named = [
    ...text.matchAll(/(?:^|[\s#])([A-Z][A-Z_]{3,})(?:=|: )/gm),
    ...text.matchAll(/- name: ([A-Z_]{4,})$/gm),
  ]
    .map(([, name]) => name ?? '')
    .filter((name) => !foreign.test(name));
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the Helm chart has the version of the service', () => {
  const { version } = manifestOf(join(root, 'apps/gateway'));
  const chart = read('deploy/helm/gateway/Chart.yaml');
  expect(/^version: (.+)$/m.exec(chart)?.[1]).toBe(version);
  expect(/^appVersion: (.+)$/m.exec(chart)?.[1]).toBe(version);
});

test('every value that a template of the Helm chart reads is in values.yaml and in its schema', () => {
  const { properties } = JSON.parse(read('deploy/helm/gateway/values.schema.json'));
  const top = [...read('deploy/helm/gateway/values.yaml').matchAll(/^(\w+):/gm)].map(([, name]) => name);
  const templates = readdirSync(join(root, 'deploy/helm/gateway/templates')).map((name) =>
    read(`deploy/helm/gateway/templates/${name}`),
  );
  const used = templates.flatMap((text) => [...text.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !top.includes(name))).toEqual([]);
  expect(new Set(top)).toEqual(new Set(Object.keys(properties).filter((name) => name !== 'global')));
});

test('the Helm chart refuses every secret setting among the plain settings', async () => {
  const { settings } = await import(pathToFileURL(join(root, 'apps/gateway/src/settings/settings.ts')).href);
  // The address of a proxy is a secret only when it has a password.
  const secrets = Object.keys(settings).filter((name) => settings[name].secret && !/^HTTPS?_PROXY$/.test(name));
  const { properties } = JSON.parse(read('deploy/helm/gateway/values.schema.json'));
  expect(new Set(properties.settings.propertyNames.not.enum)).toEqual(new Set(secrets));
});

test('the Helm chart stops all instances before another version starts, as docs/upgrading.md requires', () => {
  expect(read('docs/upgrading.md')).toContain('Stop all instances, start one with the new version');
  expect(/^strategy: (.+)$/m.exec(read('deploy/helm/gateway/values.yaml'))?.[1]).toBe('Recreate');
  expect(read('deploy/helm/gateway/README.md')).toContain('docs/upgrading.md#several-instances');
});

test.each(['compose.yaml', 'compose.postgres.yaml', 'deploy/helm/gateway/templates/deployment.yaml'])(
  '%s mounts the configuration file at the path that CONFIG_FILE names',
  (file) => {
    const text = read(file);
    const [, path = ''] = /CONFIG_FILE(?:: |\n +value: )(\S+)/.exec(text) ?? [];
    expect(path).toBe('/config/gateway.yaml');
    expect(text).toContain(file.startsWith('deploy/') ? 'mountPath: /config\n' : `./gateway.yaml:${path}:ro`);
  },
);

test('every step of the image workflow from elsewhere is pinned by its commit', () => {
  const uses = [...read('.github/workflows/image.yml').matchAll(/uses: (\S+)/g)].map(([, name]) => name ?? '');
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
});
