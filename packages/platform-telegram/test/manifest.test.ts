import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import telegram from '../src/index.js';

describe('Telegram manifest', () => {
  it('matches the fields in package.json', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: telegram.apiVersion, id: telegram.id, name: telegram.name },
    });
  });

  it('does not import the SDK before connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual(['node:fs/promises', '@gateway/platform-kit', 'zod', './address.js', './icon.js']);
  });

  it.each(['123:abc', '12345:TEST-token', 'test-token', ' 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw\n'])(
    'accepts the bot token %j and trims it',
    (bot_token) => {
      expect(telegram.credentials.parse({ bot_token })).toEqual({ bot_token: bot_token.trim() });
    },
  );

  it.each(['', ' ', '1:a/b', '1:a?b', '1:a#b', '1:a b', '1:a%2fb', '1:a\\b', '1:ä'])(
    'rejects the bot token %j, which would change the request path',
    (bot_token) => {
      expect(telegram.credentials.safeParse({ bot_token }).success).toBe(false);
    },
  );

  it('has one credential field, which is secret', () => {
    expect(z.toJSONSchema(telegram.credentials)).toMatchObject({
      properties: {
        bot_token: {
          title: 'Bot token',
          secret: true,
          placeholder: expect.any(String),
          help: expect.stringContaining('BotFather'),
        },
      },
      required: ['bot_token'],
    });
  });

  it('derives different account keys from different tokens', () => {
    expect(telegram.account({ bot_token: '1:a' })).toBe(telegram.account({ bot_token: '1:a' }));
    expect(telegram.account({ bot_token: '1:a' })).not.toBe(telegram.account({ bot_token: '1:b' }));
    expect(telegram.account({ bot_token: '1:a' })).not.toContain('1:a');
  });

  it.each(['123', '-100123', '-4012345', '@name', '-100123:45', '123:4'])('matches the target %s', (target) => {
    expect(target).toMatch(new RegExp(telegram.target.pattern!));
  });

  it.each(['name', '@', '+49151234', '-100123:', ':45', '12a', 'https://t.me/name', '@name:45'])(
    'does not match %s as a target',
    (target) => {
      expect(target).not.toMatch(new RegExp(telegram.target.pattern!));
    },
  );

  it('has an icon and a guide with a placeholder for the webhook address', async () => {
    expect(telegram.icon).toMatch(/^<svg [^]*<\/svg>$/);
    const guide = await telegram.guide();
    expect(guide).toContain('{{webhook_url}}');
    expect(guide).toContain('@BotFather');
    expect(guide).toMatch(/privacy/i);
  });
});
