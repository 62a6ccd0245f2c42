import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import messenger from '../src/index.js';
import { credentials } from './harness.js';

describe('Messenger manifest', () => {
  it('matches the fields in package.json', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: messenger.apiVersion, id: messenger.id, name: messenger.name },
    });
  });

  it('does not import the connection before connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual([
      'node:fs/promises',
      '@gateway/platform-kit',
      './credentials.js',
      './icon.js',
      './person.js',
    ]);
  });

  it('trims credentials and rejects those that would change a request', () => {
    const padded = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, ` ${value}\n`]));
    expect(messenger.credentials.parse(padded)).toEqual(credentials);
    for (const bad of [{ page_access_token: 'a b' }, { page_access_token: 'ü' }, { app_secret: ' ' }]) {
      expect([bad, messenger.credentials.safeParse({ ...credentials, ...bad }).success]).toEqual([bad, false]);
    }
    for (const name of Object.keys(credentials)) {
      expect(messenger.credentials.safeParse({ ...credentials, [name]: undefined }).success).toBe(false);
    }
  });

  it.each(Object.keys(credentials))('derives the account key from %s', (name) => {
    expect(messenger.account(credentials)).not.toBe(messenger.account({ ...credentials, [name]: 'another' }));
  });

  it.each(['24301234567890123'])('matches the target %s', (target) => {
    expect(target).toMatch(new RegExp(messenger.target.pattern!));
  });

  it.each(['+49 151', '00', 'Ada', '24301234567890123/', ''])('does not match %j as a target', (target) => {
    expect(target).not.toMatch(new RegExp(messenger.target.pattern!));
  });

  it('has a guide with a placeholder for the webhook address', async () => {
    const guide = await messenger.guide();
    for (const word of ['{{webhook_url}}', 'messaging_postbacks', '24 hours', 'page-scoped'])
      expect(guide).toContain(word);
  });
});
