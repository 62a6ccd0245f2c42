import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import slack from '../src/index.js';

const account = { bot_token: 'xoxb-1', signing_secret: 's' };

describe('Slack manifest', () => {
  it('matches the fields in package.json', async () => {
    const file = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(file).toMatchObject({
      keywords: expect.arrayContaining(['gateway-platform']),
      gatewayPlatform: { apiVersion: slack.apiVersion, id: slack.id, name: slack.name },
    });
  });

  it('does not import the SDK before connect', async () => {
    const source = await readFile(new URL('../src/index.ts', import.meta.url), 'utf8');
    const imports = [...source.matchAll(/^import .* from '(.*)';$/gm)].map((match) => match[1]);
    expect(imports).toEqual(['node:fs/promises', '@gateway/platform-kit', 'zod', './address.js', './icon.js']);
  });

  it('trims credentials and rejects those that do not fit in a header', () => {
    expect(slack.credentials.parse({ bot_token: ' xoxb-1\n', signing_secret: 's', app_token: '' })).toEqual({
      ...account,
      app_token: '',
    });
    for (const bot_token of ['', 'a b', 'a\nb', 'ü']) {
      expect([bot_token, slack.credentials.safeParse({ ...account, bot_token }).success]).toEqual([bot_token, false]);
    }
    expect(slack.credentials.safeParse({ bot_token: 'xoxb-1' }).success).toBe(false);
  });

  it('derives the account key from all secrets, with an empty app-level token equal to none', () => {
    const keys = [
      account,
      { ...account, bot_token: 'b' },
      { ...account, signing_secret: 'b' },
      { ...account, app_token: 'b' },
    ].map(slack.account);
    expect(new Set(keys).size).toBe(4);
    expect(slack.account({ ...account, app_token: '' })).toBe(slack.account(account));
  });

  it.each(['C0123456789', 'G012345', 'D012345', 'U012345', 'W012345', 'C012345:1712345678.123456'])(
    'matches the target %s',
    (target) => {
      expect(target).toMatch(new RegExp(slack.target.pattern!));
    },
  );

  it.each(['#ops', 'ops', 'T012345', 'C012345:', 'C012345:1', 'https://x.slack.com/archives/C012345'])(
    'does not match %s as a target',
    (target) => {
      expect(target).not.toMatch(new RegExp(slack.target.pattern!));
    },
  );

  it('has a guide with a placeholder for the webhook address', async () => {
    expect(await slack.guide()).toContain('{{webhook_url}}');
  });
});
