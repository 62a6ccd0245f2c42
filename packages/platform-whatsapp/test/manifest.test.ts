import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import whatsapp from '../src/index.js';
import { credentials } from './harness.js';

describe('the manifest of WhatsApp', () => {
  it('says what the package file says', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: whatsapp.apiVersion, id: whatsapp.id, name: whatsapp.name },
    });
  });

  it('loads the SDK only to connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual(['node:fs/promises', '@gateway/platform-kit', 'zod', './icon.js', './person.js']);
  });

  it('takes credentials without the blanks around them, and refuses what would bend a request', () => {
    const padded = Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, ` ${value}\n`]));
    expect(whatsapp.credentials.parse(padded)).toEqual(credentials);
    for (const bad of [
      { phone_number_id: '1/../2' },
      { phone_number_id: '' },
      { access_token: 'a b' },
      { access_token: 'ü' },
      { app_secret: ' ' },
    ]) {
      expect([bad, whatsapp.credentials.safeParse({ ...credentials, ...bad }).success]).toEqual([bad, false]);
    }
    for (const name of Object.keys(credentials)) {
      expect(whatsapp.credentials.safeParse({ ...credentials, [name]: undefined }).success).toBe(false);
    }
  });

  it.each(Object.keys(credentials))('keeps accounts apart by %s', (name) => {
    expect(whatsapp.account(credentials)).not.toBe(whatsapp.account({ ...credentials, [name]: 'another' }));
  });

  it.each(['4915112345678', '+4915112345678', 'DE.13491208655302741918'])('knows %s as a target', (target) => {
    expect(target).toMatch(new RegExp(whatsapp.target.pattern!));
  });

  it.each(['+49 151', '00', 'Ada', '4915112345678,', ''])('knows %j as no target', (target) => {
    expect(target).not.toMatch(new RegExp(whatsapp.target.pattern!));
  });

  it('carries a guide with the address of the webhook', async () => {
    const guide = await whatsapp.guide();
    for (const word of ['{{webhook_url}}', 'API Setup', '24 hours', 'messages']) expect(guide).toContain(word);
  });
});
