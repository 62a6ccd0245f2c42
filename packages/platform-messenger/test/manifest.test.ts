import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import messenger from '../src/index.js';
import { credentials } from './harness.js';

describe('the manifest of Messenger', () => {
  it('says what the package file says', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: messenger.apiVersion, id: messenger.id, name: messenger.name },
    });
  });

  it('loads the rest only to connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual(['node:fs/promises', '@gateway/platform-kit', 'zod', './icon.js', './person.js']);
  });

  it('takes credentials without the blanks around them, and refuses what would bend a request', () => {
    const padded = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, ` ${value}\n`]));
    expect(messenger.credentials.parse(padded)).toEqual(credentials);
    for (const bad of [{ page_access_token: 'a b' }, { page_access_token: 'ü' }, { app_secret: ' ' }]) {
      expect([bad, messenger.credentials.safeParse({ ...credentials, ...bad }).success]).toEqual([bad, false]);
    }
    for (const name of Object.keys(credentials)) {
      expect(messenger.credentials.safeParse({ ...credentials, [name]: undefined }).success).toBe(false);
    }
  });

  it.each(Object.keys(credentials))('keeps accounts apart by %s', (name) => {
    expect(messenger.account(credentials)).not.toBe(messenger.account({ ...credentials, [name]: 'another' }));
  });

  it.each(['24301234567890123'])('knows %s as a target', (target) => {
    expect(target).toMatch(new RegExp(messenger.target.pattern!));
  });

  it.each(['+49 151', '00', 'Ada', '24301234567890123/', ''])('knows %j as no target', (target) => {
    expect(target).not.toMatch(new RegExp(messenger.target.pattern!));
  });

  it('carries a guide with the address of the webhook', async () => {
    const guide = await messenger.guide();
    for (const word of ['{{webhook_url}}', 'messaging_postbacks', '24 hours', 'page-scoped'])
      expect(guide).toContain(word);
  });
});
