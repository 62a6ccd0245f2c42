import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import whatsapp from '../src/index.js';
import { credentials } from './harness.js';

describe('WhatsApp manifest', () => {
  it('matches the fields in package.json', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: whatsapp.apiVersion, id: whatsapp.id, name: whatsapp.name },
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

  it.each(Object.keys(credentials))('derives the account key from %s', (name) => {
    expect(whatsapp.account(credentials)).not.toBe(whatsapp.account({ ...credentials, [name]: 'another' }));
  });

  it.each(['4915112345678', '+4915112345678', 'DE.13491208655302741918'])('matches the target %s', (target) => {
    expect(target).toMatch(new RegExp(whatsapp.target.pattern!));
  });

  it.each(['+49 151', '00', 'Ada', '4915112345678,', ''])('does not match %j as a target', (target) => {
    expect(target).not.toMatch(new RegExp(whatsapp.target.pattern!));
  });

  it('has a guide with a placeholder for the webhook address', async () => {
    const guide = await whatsapp.guide();
    for (const word of ['{{webhook_url}}', 'API Setup', '24 hours', 'messages']) expect(guide).toContain(word);
  });
});
