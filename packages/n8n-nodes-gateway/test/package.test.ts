import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { INodeTypeDescription } from 'n8n-workflow';

const own = fileURLToPath(new URL('..', import.meta.url));

describe('the packed n8n-nodes-gateway', { tags: ['slow'] }, () => {
  let folder = '';
  let tarball = '';
  const installed = () => path.join(folder, 'node_modules/n8n-nodes-gateway');
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gateway-n8n-'));
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: own,
      encoding: 'utf8',
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    tarball = path.join(folder, filename);
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    // n8n installs community nodes in this way, and provides n8n-workflow itself.
    run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts', tarball);
    mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
    symlinkSync(path.join(own, 'node_modules/n8n-workflow'), path.join(folder, 'node_modules/n8n-workflow'), 'dir');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('needs only n8n-workflow, which n8n provides, and has no script that runs at installation', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed(), 'package.json'), 'utf8')) as {
      dependencies?: object;
      peerDependencies: object;
      scripts: object;
    };
    expect(manifest.dependencies ?? {}).toEqual({});
    expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(Object.keys(manifest.scripts)).toEqual(['prepack']);
  });

  it('contains the licence, the README and what n8n reads, and nothing else', () => {
    const files = run('tar', '-tzf', tarball).trim().split('\n');
    const wanted = ['LICENSE', 'README.md', 'dist/icons/gateway.svg', 'dist/nodes/Gateway/Gateway.node.json'];
    expect(files).toEqual(expect.arrayContaining(wanted.map((file) => `package/${file}`)));
    const known = /^package\/(LICENSE|README\.md|package\.json|dist\/.*\.(js|d\.ts|svg|node\.json))$/;
    expect(files.filter((file) => !known.test(file))).toEqual([]);
  });

  it('loads with require, has icons and categories beside each node, and can be a human review for AI agents', () => {
    const program = `
      const { n8n } = require('n8n-nodes-gateway/package.json');
      const load = (file) => new (require('n8n-nodes-gateway/' + file)[file.split('/').pop().split('.')[0]])();
      const nodes = n8n.nodes.map((file) => ({ file, description: load(file).description }));
      const credentials = n8n.credentials.map((file) => ({ file, type: load(file) }));
      console.log(JSON.stringify({ nodes, credentials }));`;
    const { nodes, credentials } = JSON.parse(run(process.execPath, '-e', program)) as {
      nodes: { file: string; description: INodeTypeDescription }[];
      credentials: { file: string; type: { name: string; icon: object } }[];
    };
    const icons = [
      ...nodes.map(({ file, description }) => [file, description.icon]),
      ...credentials.map(({ file, type }) => [file, type.icon]),
    ] as [string, Record<string, string>][];
    for (const [file, icon] of icons)
      for (const name of Object.values(icon))
        expect(existsSync(path.join(installed(), path.dirname(file), name.replace('file:', '')))).toBe(true);
    for (const { file, description } of nodes) {
      const codex = JSON.parse(readFileSync(path.join(installed(), file.replace(/js$/, 'json')), 'utf8')) as object;
      expect(codex).toMatchObject({ node: `n8n-nodes-gateway.${description.name}` });
      expect(description.credentials?.map(({ name }) => name)).toEqual(credentials.map(({ type }) => type.name));
    }
    // n8n 2 makes a human review for AI agents from a node with a webhook and this operation.
    const { properties, webhooks } = nodes[0]?.description ?? {};
    expect(webhooks).toMatchObject([{ httpMethod: 'POST', path: '={{ $nodeId }}', restartWebhook: true }]);
    const operation = properties?.find(({ name }) => name === 'operation');
    expect(operation?.options).toContainEqual(expect.objectContaining({ value: 'sendAndWait' }));
  });

  it('is clean by publint', async () => {
    const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, {}))).toEqual([]);
  });
});
