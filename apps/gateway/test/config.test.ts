import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../src/settings/config.js';
import { settings } from '../src/settings/settings.js';
import { refusal } from './harness/refused-settings.js';

const key = randomBytes(32).toString('base64');

describe('an invalid setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '8100 '],
    ['PORT', '0x50'],
    ['HOST', 'a b'],
    ['HOST', 'http://localhost'],
    ['USE_AUTH', 'yes'],
    ['USE_AUTH', 'constructor'],
    ['ENABLE_DOCS', 'on'],
    ['CLEAN_ON_BOOT', '2'],
    ['CALLBACK_RETRY_SCHEDULE', '5,soon'],
    ['CALLBACK_RETRY_SCHEDULE', '-5'],
    ['CALLBACK_RETRY_SCHEDULE', '1e3'],
    ['CALLBACK_TIMEOUT_MS', '0'],
    ['CALLBACK_TIMEOUT_MS', '15s'],
    ['LEASE_MS', '1'],
    ['LEASE_MS', 'ten'],
    ['DEFAULT_PROMPT_CHANNEL_ID', 'a b'],
    ['DEFAULT_PROMPT_CHANNEL_ID', 'x'.repeat(65)],
    ['RATE_LIMIT_KEY', '-1'],
    ['RATE_LIMIT_KEY', '600/50'],
    ['RATE_LIMIT_CHANNEL', '600:0'],
    ['RATE_LIMIT_ADDRESS', '600:'],
    ['MAX_OPEN_PROMPTS_PER_CHANNEL', 'many'],
    ['MAX_MEDIA_SIZE_MB', '0'],
    ['MAX_MEDIA_SIZE_MB', '-2'],
    ['MAX_MEDIA_SIZE_MB', '2MB'],
    ['PUBLIC_WEBHOOK_URL', 'gateway.example.com'],
    ['PUBLIC_WEBHOOK_URL', 'https://gateway.example.com/path'],
    ['PUBLIC_WEBHOOK_URL', 'https://a.example/?b'],
    ['PUBLIC_WEBHOOK_URL', 'ftp://gateway.example.com'],
    ['PUBLIC_WEBHOOK_URL', 'http://gateway.example.com'],
    ['PUBLIC_WEBHOOK_URL', 'http://192.168.1.7:8100'],
    ['PUBLIC_WEBHOOK_URL', 'http://localhost.example.com'],
    ['OUTBOUND_ALLOWED_HOSTS', '10.0.0.0/33'],
    ['OUTBOUND_ALLOWED_HOSTS', '10.0.0/8'],
    ['OUTBOUND_ALLOWED_HOSTS', '::1/129'],
    ['OUTBOUND_ALLOWED_HOSTS', '10.0.0.0/-1'],
    ['OUTBOUND_ALLOWED_HOSTS', 'http://agent.internal'],
    ['OUTBOUND_ALLOWED_HOSTS', 'agent.internal:8080'],
    ['OUTBOUND_ALLOWED_HOSTS', '999.1.1.1'],
    ['OUTBOUND_ALLOWED_HOSTS', 'a,,b c'],
    ['PLATFORM_TELEGRAM_API_URL', 'telegram.internal'],
    ['PLATFORM_TELEGRAM_API_URL', 'ftp://telegram.internal'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_FORMAT', 'xml'],
  ])('%s (%j) stops the start with the setting, the value and what is allowed', (name, value) => {
    const message = refusal({ [name]: value });
    const { allowed } = name in settings ? settings[name as keyof typeof settings] : settings.PLATFORM__URL;
    expect(message).toBe(`${name} is ${JSON.stringify(value)}: it must be ${allowed}.`);
    expect(message).not.toContain('\n');
  });

  it.each([
    ['GATEWAY_API_KEY', 'too short'],
    ['GATEWAY_API_KEY', 'a key with a line break\n'],
    ['GATEWAY_API_KEY', ' a key between spaces '],
    ['GATEWAY_API_KEY', 'ein Schlüssel, lang genug'],
    ['CALLBACK_SIGNING_SECRET', 'fifteen letters'],
    ['CALLBACK_SIGNING_SECRET', 'whsec_secret-in-vain, this is no base64'],
    ['CALLBACK_SIGNING_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS'],
    ['CALLBACK_SIGNING_SECRET', `whsec_${Buffer.from('fifteen letters').toString('base64')}`],
    ['CALLBACK_SIGNING_SECRET_PREVIOUS', 'of yesterday, whsec_secret-in-vain'],
    ['ENCRYPTION_KEY', 'secret-in-vain'],
    ['ENCRYPTION_KEY', randomBytes(31).toString('base64')],
    ['ENCRYPTION_KEY', randomBytes(33).toString('base64')],
    ['ENCRYPTION_KEY', randomBytes(32).toString('hex')],
    ['ENCRYPTION_KEY_PREVIOUS', `${key},secret-in-vain`],
    ['DATABASE_URL', 'mysql://user:secret-in-vain@db/gateway'],
    ['DATABASE_URL', 'postgresql://user:secret-in-vain@ho st/x'],
    ['DATABASE_URL', 'secret-in-vain'],
  ])('of the secret %s does not show the secret', (name, value) => {
    const message = refusal({ USE_AUTH: 'true', [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is not valid: it must be .*\\.$`));
    expect(message).not.toContain(value);
    expect(message).not.toContain('secret-in-vain');
  });
});

describe('settings', () => {
  it('count as unset when empty', () => {
    const names = Object.keys(settings).filter((name) => name !== 'PLATFORM__URL');
    expect(
      parseConfig({ ...Object.fromEntries(names.map((name) => [name, ''])), PLATFORM_TELEGRAM_API_URL: '' }),
    ).toEqual(parseConfig({}));
  });

  it('have the specified defaults', () => {
    expect(parseConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8100,
      useAuth: false,
      databaseUrl: null,
      dataDir: './data',
      callbackTimeoutMs: 15_000,
      leaseMs: 10_000,
      defaultPromptChannelId: null,
      maxMediaSizeMb: 2,
      publicUrl: null,
      enableDocs: false,
      cleanOnBoot: false,
    });
  });

  it('are parsed as documented', () => {
    const config = parseConfig({
      USE_AUTH: 'TRUE',
      GATEWAY_API_KEY: 'a'.repeat(16),
      PORT: '0',
      PUBLIC_WEBHOOK_URL: 'https://gateway.example.com/',
      CALLBACK_RETRY_SCHEDULE: '0.5, 5,30',
      OUTBOUND_ALLOWED_HOSTS: 'Agent.Internal, 10.0.0.0/8,[::1], fd00::/8',
      ENCRYPTION_KEY: key,
      ENCRYPTION_KEY_PREVIOUS: `${key}, ${key}`,
      PLATFORM_TELEGRAM_API_URL: 'http://127.0.0.1:8081/',
      LOG_FORMAT: 'pretty',
      CALLBACK_SIGNING_SECRET_PREVIOUS: 'a, b',
    });
    expect(config).toMatchObject({
      useAuth: true,
      bootstrapKey: 'a'.repeat(16),
      port: 0,
      publicUrl: 'https://gateway.example.com',
      retrySchedule: [0.5, 5, 30],
      outboundAllowed: ['agent.internal', '10.0.0.0/8', '::1', 'fd00::/8'],
      logFormat: 'pretty',
      signingSecretsPrevious: ['a', 'b'],
    });
    expect(config.encryptionKeysPrevious).toHaveLength(2);
    expect(config.endpoints.get('PLATFORM_TELEGRAM_API_URL')).toBe('http://127.0.0.1:8081');
  });

  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '[::1]' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.7' }, false],
    [{ HOST: 'gateway.example.com' }, false],
    [{ USE_AUTH: 'true' }, false],
    [{ USE_AUTH: 'true', HOST: '127.0.0.1' }, false],
    [{ USE_AUTH: 'true', SANDBOX: 'true' }, true],
    [{ SANDBOX: 'false' }, false],
  ])('enable the sandbox only for local gateways or with SANDBOX=true: %j', (env, sandbox) => {
    expect(parseConfig(env as Record<string, string>).sandbox).toBe(sandbox);
  });

  it.each(['http://localhost:8100', 'http://127.0.0.1:8100', 'http://[::1]:8100'])(
    'accept a local public address without https: %s',
    (address) => {
      expect(parseConfig({ PUBLIC_WEBHOOK_URL: address }).publicUrl).toBe(address);
    },
  );

  it('ignore GATEWAY_API_KEY while authentication is off', () => {
    expect(parseConfig({ GATEWAY_API_KEY: 'a'.repeat(16) }).bootstrapKey).toBeNull();
  });

  it.each(['ENCRYPTION_KEY', 'CALLBACK_SIGNING_SECRET'])(
    'reject DATABASE_URL without %s and say how to generate it',
    (missing) => {
      const env: Record<string, string> = {
        DATABASE_URL: 'postgresql://db.internal/gateway',
        ENCRYPTION_KEY: key,
        CALLBACK_SIGNING_SECRET: 'a signing secret',
      };
      expect(parseConfig(env).databaseUrl).toBe(env.DATABASE_URL);
      delete env[missing];
      expect(refusal(env)).toMatch(new RegExp(`^${missing} \\(.*openssl rand.* must be set when DATABASE_URL is: `));
    },
  );

  it('name every setting that is missing beside DATABASE_URL at once', () => {
    const text = refusal({ DATABASE_URL: 'postgresql://db.internal/gateway' });
    expect(text).toMatch(/^ENCRYPTION_KEY .* and CALLBACK_SIGNING_SECRET .* must be set when DATABASE_URL is: /);
  });
});

describe('rate limits', () => {
  it('stop a client in a loop by default, and only wrong keys without authentication', () => {
    const limit = (perMinute: number) => ({ perMinute, burst: perMinute });
    expect(parseConfig({ USE_AUTH: 'true' })).toMatchObject({
      limits: {
        key: { perMinute: 6000, burst: 3000 },
        address: limit(120_000),
        invalidKeys: limit(600),
        channel: limit(600),
      },
      maxOpenPrompts: 2000,
    });
    expect(parseConfig({})).toMatchObject({
      limits: { key: null, address: null, invalidKeys: limit(600), channel: null },
      maxOpenPrompts: null,
    });
  });

  it('read 60:10 as rate and burst, and 0 as no limit', () => {
    const config = parseConfig({
      RATE_LIMIT_KEY: '600:50',
      RATE_LIMIT_ADDRESS: '0:20',
      RATE_LIMIT_INVALID_KEYS: '0',
      RATE_LIMIT_CHANNEL: '30',
      MAX_OPEN_PROMPTS_PER_CHANNEL: '0',
    });
    expect(config).toMatchObject({
      limits: {
        key: { perMinute: 600, burst: 50 },
        address: null,
        invalidKeys: null,
        channel: { perMinute: 30, burst: 30 },
      },
      maxOpenPrompts: null,
    });
  });
});
